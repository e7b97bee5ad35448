// Sources are safe to use from any thread; the module does not say so.
@preconcurrency import Dispatch
import FoundationEssentials
import Glibc
import Shared
import Synchronization

/// The daemon's end of the control socket.
final class ControlServer: Sendable {
    /// `nil` for a socket that systemd made, and takes away itself.
    private let path: String?
    private let descriptor: Int32
    /// Which file is ours, since another daemon may have put its own in this place.
    private let identity: FileIdentity?
    private let openClients = Atomic<Int>(0)
    /// Those that are told why they are refused.
    private let refusedClients = Atomic<Int>(0)
    private let hasToldRefusal = Atomic<Bool>(false)

    /// Each client has a thread while it is connected, and other parts need threads, too.
    private static let mostClients = 32
    /// More at once are hung up on, so that they take nothing from others.
    private static let mostRefused = 4

    /// Serves a socket that systemd made.
    ///
    /// - Parameter inherited: Closed together with this object.
    init(inherited: Int32) {
        path = nil
        identity = nil
        descriptor = inherited
    }

    /// Makes the socket, for its owner alone (0600), in a folder that is made if it is missing.
    ///
    /// - Throws: ``ControlFailure``: ``ExitCode/tryAgain`` when another daemon serves it.
    init(path: String) throws(ControlFailure) {
        self.path = path
        let address = try SocketAddress(path: path)
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            // Others may look for the socket, which alone says who may use it; a folder that can't be made shows itself in
            // bind's error.
            let mask = umask(0o022)
            mkdir(String(path[..<slash]), geteuid() == 0 ? 0o755 : 0o700)
            umask(mask)
        }
        let descriptor = SocketAddress.socket()
        guard descriptor >= 0 else { throw Self.failure(path, errno) }
        var result = Self.bind(descriptor, address)
        if result == EADDRINUSE {
            do throws(ControlFailure) {
                try Self.removeLeftover(path, address)
            } catch {
                close(descriptor)
                throw error
            }
            result = Self.bind(descriptor, address)
        }
        guard result == 0, listen(descriptor, 16) == 0 else {
            let code = result == 0 ? errno : result
            close(descriptor)
            throw Self.failure(path, code)
        }
        self.descriptor = descriptor
        identity = FileIdentity(path)
    }

    deinit {
        close(descriptor)
    }

    /// Answers clients until the task is cancelled, then takes the socket away.
    func serve(_ answer: @escaping @Sendable (SocketPeer, ControlRequest) async -> ControlAnswer) async {
        await withDiscardingTaskGroup { group in
            for await client in clients() {
                let socket = LineSocket(client)
                guard openClients.load(ordering: .relaxed) < Self.mostClients else {
                    Log.debug("too many clients of the control socket")
                    // There is room for it, so that nobody waits; whoever asks reads it, heard or not.
                    _ = socket.send(Self.fullness)
                    continue
                }
                guard let peer = socket.peer, isAdmitted(peer) else {
                    refuse(socket, &group)
                    continue
                }
                Log.debug("client", ["uid": "\(peer.user)", "pid": "\(peer.process)"])
                openClients.add(1, ordering: .relaxed)
                group.addTask {
                    await ControlConnection(socket) { await answer(peer, $0) }.serve()
                    self.openClients.subtract(1, ordering: .relaxed)
                }
            }
            group.cancelAll()
        }
        guard let path, identity == FileIdentity(path) else { return }
        unlink(path)
        // Goes only when it is empty: nothing of the agent stays in a folder for what runs.
        if path.hasPrefix("/run/"), let slash = path.lastIndex(of: "/") { rmdir(String(path[..<slash])) }
    }

    /// The mode of a socket of systemd's says who may connect; who runs as the daemon's own user there, or as the plugins', is
    /// no person. A socket of our own is for its owner and root, but not for plugins, which run as the same user.
    private func isAdmitted(_ peer: SocketPeer) -> Bool {
        if path == nil { return peer.user == 0 || peer.user != geteuid() && peer.user != Self.hostUser }
        return (peer.user == 0 || peer.user == geteuid()) && !peer.isConfined
    }

    /// Says why, instead of an answer; the log has the first one only, since whoever is refused may try for ever.
    private func refuse(_ socket: LineSocket, _ group: inout DiscardingTaskGroup) {
        if !hasToldRefusal.exchange(true, ordering: .relaxed) {
            Log.warning("a client of the control socket was refused", ["uid": "\(socket.peer?.user ?? 0)"])
        }
        guard refusedClients.load(ordering: .relaxed) < Self.mostRefused else { return }
        refusedClients.add(1, ordering: .relaxed)
        group.addTask {
            await ControlConnection(socket) { _ in .failure(Self.refusal) }.serve()
            self.refusedClients.subtract(1, ordering: .relaxed)
        }
    }

    static let isFull = ControlFailure(
        .tryAgain,
        "the daemon has too many clients at once (\(mostClients)); try again, and end commands that hang"
    )

    /// Encoding can't fail.
    private static let fullness =
        (try? JSONEncoder().encode(ControlEnvelope(ControlAnswer.failure(isFull)))).map(Array.init) ?? []

    private static let refusal = ControlFailure(
        .notPermitted,
        "the daemon takes no requests from plugins and from the users of its own services"
    )

    private static var hostUser: uid_t? { getpwnam(SystemDaemon.hostUser).map(\.pointee.pw_uid) }

    /// Descriptors of accepted connections; ends when the task that reads it is cancelled.
    private func clients() -> AsyncStream<Int32> {
        AsyncStream { continuation in
            let descriptor = descriptor
            let source = DispatchSource.makeReadSource(
                fileDescriptor: descriptor,
                queue: DispatchQueue(label: "control")
            )
            source.setEventHandler { @Sendable in
                let client = accept(descriptor, nil, nil)
                guard client >= 0 else {
                    // Out of descriptors: the client stays in the queue, and asking at once again would be a busy loop.
                    if errno == EMFILE || errno == ENFILE { usleep(200_000) }
                    return
                }
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                continuation.yield(client)
            }
            // The descriptor has to stay open until the source has let go of it.
            source.setCancelHandler { @Sendable in withExtendedLifetime(self) {} }
            continuation.onTermination = { _ in source.cancel() }
            source.activate()
        }
    }

    /// Takes away a socket that nobody serves any more, and nothing else.
    private static func removeLeftover(_ path: String, _ address: SocketAddress) throws(ControlFailure) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
            throw ControlFailure(.usage, "\(path) is there and is no socket; it is left alone, use another --socket")
        }
        let probe = SocketAddress.socket()
        // One that takes nobody any more is there all the same.
        var limit = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(probe, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let code = address.with { connect(probe, $0, $1) } == 0 ? 0 : errno
        close(probe)
        guard code == ECONNREFUSED else {
            throw ControlFailure(.tryAgain, "another daemon serves \(path); stop it first, or use another --socket")
        }
        unlink(path)
    }

    private static func bind(_ descriptor: Int32, _ address: SocketAddress) -> Int32 {
        let mask = umask(0o077)
        defer { umask(mask) }
        return address.with { Glibc.bind(descriptor, $0, $1) } == 0 ? 0 : errno
    }

    private static func failure(_ path: String, _ code: Int32) -> ControlFailure {
        let exitCode: ExitCode =
            switch code {
            case EACCES, EPERM: .notPermitted
            case EROFS, ENOSPC: .notWritable
            case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG, EADDRNOTAVAIL: .notMade
            default: .internalFault
            }
        return ControlFailure(
            exitCode,
            "can't make the control socket \(path): \(String(cString: strerror(code))); choose another one with --socket"
        )
    }
}
