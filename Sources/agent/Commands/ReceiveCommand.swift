import Daemon
import FoundationEssentials
import Glibc
import HTTPServer
import Live
import Shared
import Webhook
import WebhookReceiver

/// `agent receive`
struct ReceiveCommand: Command {
    static let specification = CommandSpecification(
        ["receive"],
        summary: "take what agents report to a server of the kind webhook",
        details: """
            Opens the batches of the agents in the key file, writes each value and event once, as JSON lines or into SQLite, and
            acknowledges it when it is written. What is forged, repeated, cut or too large is refused and counted. Needs no
            daemon and no root. It speaks plain http, on loopback alone: put a proxy with TLS in front of it, or let agents on
            the local network in with --listen-anywhere; everything is sealed either way. SIGHUP has it read the key file again.
            See sensor-agent-webhook(7).
            """,
        options: [
            OptionSpecification("--listen", "ADDRESS:PORT", help: "where to listen; 127.0.0.1:8127 if left out"),
            OptionSpecification("--listen-anywhere", help: "allow an address that other machines reach"),
            OptionSpecification(
                "--key-file",
                "FILE",
                valueKind: .files,
                help: "lines 'agent-id key' of 'agent keys new', one for each agent that may send"
            ),
            OptionSpecification("--sqlite", "FILE", valueKind: .files, help: "write into this SQLite database"),
            OptionSpecification(
                "--output",
                "FILE",
                valueKind: .files,
                help:
                    "append JSON lines to this file, a new one once it was moved away; to standard output if this and --sqlite "
                    + "are left out"
            ),
            OptionSpecification(
                "--positions",
                "FILE",
                valueKind: .files,
                help:
                    "with JSON lines: the database of what was taken already; receiver.db in ~/.local/state/sensor-agent, for root, too, if left out"
            ),
        ],
        make: { ReceiveCommand(invocation: $0) }
    )

    let invocation: Invocation

    func run() async throws {
        ProcessHardening.protectSecrets()
        let log = StandardErrorLog(least: invocation.has("--verbose") ? .debug : .info, hasJournalPrefix: false)
        World.bootstrap(.live(log: log))
        // Now, as the next thing that is opened would get its number.
        guard invocation.has("--sqlite") || invocation.has("--output") || fcntl(STDOUT_FILENO, F_GETFD) >= 0 else {
            throw ControlFailure(.notWritable, "standard output is closed; give --output FILE or --sqlite FILE")
        }
        let signals = ProcessSignals([SIGTERM, SIGINT, SIGHUP])
        let address = try address()
        let receiver = try receiver()
        let server: HTTPServer
        do {
            server = try receiver.serve(on: address)
        } catch {
            throw ControlFailure(.unreachable, "\(error)")
        }
        Log.info("receiving", ["address": "\(server.address)"])
        for await signal in signals.stream {
            guard signal == SIGHUP else { break }
            renewKeys(of: receiver)
        }
        // What is being written is written and answered.
        server.stop()
        report(receiver.tally)
    }

    private func address() throws(ControlFailure) -> ListenAddress {
        let text = invocation.value(of: "--listen") ?? "127.0.0.1:8127"
        guard let address = ListenAddress(text) else {
            throw ControlFailure(
                .usage,
                "--listen takes an address in numbers and a port, such as 127.0.0.1:8127 or [::1]:8127"
            )
        }
        guard address.isLoopback || invocation.has("--listen-anywhere") else {
            throw ControlFailure(
                .usage,
                "\(address) can be reached by other machines; if you want that, say --listen-anywhere, else put a proxy with "
                    + "TLS in front of 127.0.0.1"
            )
        }
        return address
    }

    private func renewKeys(of receiver: Receiver) {
        do {
            let keys = try keys()
            try receiver.take(keys)
            Log.info("the key file was read again", ["agents": "\(keys.count)"])
        } catch {
            Log.error("the keys stay as they were", ["reason": "\(error)"])
        }
    }

    private func keys() throws -> [KeyLine] {
        guard let path = invocation.value(of: "--key-file") else {
            throw ControlFailure(.usage, "--key-file FILE is needed; 'agent keys new' makes its lines")
        }
        let file = try TokenReader.key(in: path)
        do {
            let keys = try KeyLine.all(in: file)
            guard !keys.isEmpty else { throw KeyFileError.notOne(found: 0) }
            guard !keys.contains(where: { $0.agent == nil }) else { throw KeyFileError.lacksAgent }
            return keys
        } catch {
            throw ControlFailure(.badData, "\(path.printable(limit: 200)) is no key file: \(error)")
        }
    }

    private func receiver() throws -> Receiver {
        let keys = try keys()
        let database = invocation.value(of: "--sqlite")
        guard database == nil || (invocation.value(of: "--output") ?? invocation.value(of: "--positions")) == nil else {
            throw ControlFailure(.usage, "--sqlite holds all by itself; leave out --output and --positions")
        }
        do {
            return try Receiver(
                keys: keys,
                database: try database ?? positions(),
                output: database == nil ? .lines(path: invocation.value(of: "--output")) : .database,
                onRefusal: Self.log
            )
        } catch let error as ReceiverError {
            throw ControlFailure(.notWritable, "\(error)")
        }
    }

    private func positions() throws(ControlFailure) -> String {
        if let path = invocation.value(of: "--positions") { return path }
        let folder = invocation.places.positions
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw ControlFailure(
                .notMade,
                "can't make the folder \(folder.printable(limit: 200)); choose another one with --state-dir, or name a file with "
                    + "--positions"
            )
        }
        return folder + "/receiver.db"
    }

    /// Ever more seldom the more there are, so that nobody fills the log.
    @Sendable private static func log(_ refusal: ReceiverRefusal, count: Int, detail: String?) {
        guard count & (count - 1) == 0 else { return }
        if let detail { return Log.error("can't write", ["reason": detail, "times": "\(count)"]) }
        Log.warning("refused", ["reason": refusal.rawValue, "times": "\(count)"])
    }

    private func report(_ tally: Tally) {
        let refused = tally.refused.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { "\($0.key.rawValue) \($0.value)" }.joined(separator: ", ")
        Log.info(
            "stopped",
            [
                "batches": "\(tally.batches)", "items": "\(tally.items)", "duplicates": "\(tally.duplicates)",
                "refused": refused.isEmpty ? "none" : refused,
            ]
        )
    }
}
