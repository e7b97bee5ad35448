import FoundationEssentials
import Glibc
import Shared

/// The command line's end of the control socket.
package struct ControlClient {
    private let socket: LineSocket
    private let path: String
    /// Whether somebody else decides how long to wait.
    private let isPatient: Bool

    /// Seconds after which a daemon that has not answered is asked something that it can always answer.
    private static let pause = 10
    /// Seconds that it may take for that.
    private static let probePatience = 5

    /// - Throws: ``ControlFailure``: ``ExitCode/unreachable`` when no daemon serves the path, ``ExitCode/notPermitted`` when
    ///   this user may not talk to it or somebody else could have put the socket there.
    /// - Parameter patience: How many seconds an answer may take; `nil` for as long as the daemon needs.
    package init(path: String, patience: Int? = nil) throws(ControlFailure) {
        let address = try SocketAddress(path: path)
        try Self.checkFolder(of: path)
        let descriptor = SocketAddress.socket()
        guard descriptor >= 0 else {
            throw ControlFailure(.internalFault, "can't make a socket: \(String(cString: strerror(errno)))")
        }
        let socket = LineSocket(descriptor)
        // Connecting, too, waits for a daemon that takes nobody any more.
        socket.limitSending(to: patience ?? Self.pause)
        guard address.with({ connect(descriptor, $0, $1) }) == 0 else { throw Self.failure(path, errno) }
        guard let peer = socket.peer, peer.user == 0 || peer.user == geteuid() || peer.user == Self.systemUser else {
            throw ControlFailure(.notPermitted, "what serves \(path) belongs to another user; it is not asked")
        }
        if let patience { socket.limitWaiting(to: patience) }
        self.socket = socket
        self.path = path
        isPatient = patience == nil
    }

    /// Asks and waits for the answer.
    ///
    /// - Throws: ``ControlFailure``: what the daemon answered, or that it went away.
    package func ask(_ request: ControlRequest) throws(ControlFailure) -> ControlAnswer {
        var rest: [UInt8] = []
        // Encoding can't fail.
        let line = (try? JSONEncoder().encode(ControlEnvelope(request))).map(Array.init) ?? []
        guard line.count <= ControlConnection.longestRequest else { throw ControlConnection.tooLong(line.count) }
        // One that hung up may have said why before.
        if socket.send(line) { try awaitAnswer() }
        guard let answer = socket.line(limit: 64 << 20, rest: &rest) else {
            throw ControlFailure(.unreachable, "the daemon hung up; look at its log, and try again")
        }
        do {
            let message = try JSONDecoder().decode(ControlEnvelope<ControlAnswer>.self, from: Data(answer)).message
            if case .failure(let failure) = message { throw failure }
            return message
        } catch let failure as ControlFailure {
            throw failure
        } catch {
            throw ControlFailure(.tryAgain, "the daemon's answer is of another version; restart it")
        }
    }

    /// Waits for the first byte of an answer; a daemon that is stopped or hangs is not waited for.
    private func awaitAnswer() throws(ControlFailure) {
        guard isPatient else { return }
        while !socket.isReadable(within: Self.pause) {
            do throws(ControlFailure) {
                _ = try ControlClient(path: path, patience: Self.probePatience).ask(.listNames)
            } catch {
                if error == ControlServer.isFull { continue }
                throw ControlFailure(
                    .tryAgain,
                    "the daemon at \(path) takes requests and does not answer: it is stopped (SIGSTOP, a debugger) or hangs; let it go "
                        + "on with 'kill -CONT PID', or restart it, such as with 'sudo systemctl restart sensor-agent'"
                )
            }
        }
    }

    /// Somebody else who can write the folder could put a socket of his own there.
    private static func checkFolder(of path: String) throws(ControlFailure) {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        let folder = String(path[..<slash])
        var status = stat()
        // A folder that can't be looked at gives the better message when the socket is tried.
        guard stat(folder, &status) == 0 else { return }
        let isOthers = status.st_mode & (S_IWGRP | S_IWOTH) != 0
        guard !isOthers, status.st_uid == 0 || status.st_uid == geteuid() else {
            throw ControlFailure(
                .notPermitted,
                "the folder \(folder) can be written by others, so whoever serves the socket there is not asked; "
                    + "use a folder of your own"
            )
        }
    }

    private static var systemUser: uid_t? {
        getpwnam(SystemDaemon.user).map(\.pointee.pw_uid)
    }

    /// - Parameter isRunning: Whether the system's daemon runs.
    static func failure(
        _ path: String,
        _ code: Int32,
        isRunning: Bool = SystemDaemon.isRunning
    ) -> ControlFailure {
        switch code {
        case EAGAIN:
            ControlFailure(
                .tryAgain,
                "the daemon at \(path) takes nobody any more: it is stopped (SIGSTOP, a debugger) or hangs; restart it"
            )
        case EACCES, EPERM:
            ControlFailure(
                .notPermitted,
                "use sudo, or let an administrator add you to the group sensor-agent: you may not talk to the daemon at \(path); "
                    + "one of your own is asked with the --state-dir or --socket that it was started with"
            )
        default:
            // Of a place that its user named, nothing is known but that nobody is there.
            if path == SystemDaemon.socketPath {
                isRunning ? socketIsGone : systemDaemonIsDown(code)
            } else {
                ControlFailure(
                    .unreachable,
                    "no daemon at \(path) (\(String(cString: strerror(code)))); start one with 'agent run', or, where the package is "
                        + "installed, with 'sudo systemctl start sensor-agent'"
                )
            }
        }
    }

    private static var socketIsGone: ControlFailure {
        ControlFailure(
            .unreachable,
            "the system's daemon runs, but nobody answers at its socket \(SystemDaemon.socketPath), which somebody took away: "
                + "'sudo systemctl restart sensor-agent.socket' makes it anew"
        )
    }

    /// With its socket unit active the first command starts the daemon, so that one is down, too: stopped, or failed because
    /// the daemon was started too often within too short a time.
    private static func systemDaemonIsDown(_ code: Int32) -> ControlFailure {
        ControlFailure(
            .unreachable,
            """
            the system's daemon is down (\(SystemDaemon.socketPath): \(String(cString: strerror(code)))); start it with \
            'sudo systemctl start sensor-agent'; 'journalctl -u sensor-agent' says why it ended. Is the start refused because there \
            were too many, wait half a minute, or let it start at once with 'sudo systemctl reset-failed sensor-agent.service \
            sensor-agent.socket'. Without the package, 'agent run' starts a daemon
            """
        )
    }
}
