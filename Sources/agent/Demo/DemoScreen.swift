import Daemon
import FakeHomeAssistant
import FoundationEssentials
import Glibc
import SensorSDK
import Shared

/// Shows what goes over the wire and what the server knows.
struct DemoScreen: Sendable {
    private let home: FakeHomeAssistant
    private let daemon: Daemon
    private let isJSON: Bool
    private let isTerminal: Bool

    init(home: FakeHomeAssistant, daemon: Daemon, isJSON: Bool) {
        self.home = home
        self.daemon = daemon
        self.isJSON = isJSON
        isTerminal = isatty(STDOUT_FILENO) == 1 && !isJSON
    }

    func begin(url: String, enabled: [SensorID]) {
        guard !isJSON else { return }
        Console.out("A stand-in for Home Assistant listens on \(url); this machine is registered there, sealed.")
        Console.out("Enabled: \(enabled.map(\.description).joined(separator: ", "))\n")
    }

    /// Shows what comes until the task is cancelled.
    func run() async {
        if isTerminal { return await redraw() }
        for await line in home.wire {
            if isJSON {
                printJSON(DemoWireLine(line))
            } else {
                Console.out(text(of: line))
            }
        }
    }

    /// Shows how it ended.
    func end() async throws {
        guard isJSON else {
            Console.out(isTerminal ? "" : "\nWhat the server knows:\n")
            for line in table { Console.out(line) }
            return Console.out("\nThe demo is over; nothing of it is left.")
        }
        guard case .sensors(let listing) = await daemon.answer(.listSensors) else {
            throw ControlFailure.unexpectedAnswer
        }
        printJSON(
            DemoResult(
                requests: home.wireLines.count,
                events: home.events.count,
                sensors: listing.sensors.filter { $0.servers?.contains(where: \.enabled) == true },
                entities: home.entities().map(DemoResult.KnownEntity.init)
            )
        )
    }

    private func redraw() async {
        let clock = Current.clock
        while !Task.isCancelled {
            // Cursor home and clear: the screen is this demo's own.
            var lines = ["\u{1B}[H\u{1B}[2JWhat goes over the wire (Ctrl-C ends the demo):", ""]
            lines += home.wireLines.suffix(8).map(text(of:))
            lines += ["", "What the server knows:", ""] + table
            Console.out(lines.joined(separator: "\n"))
            // It throws only when it is cancelled, which ends the loop.
            try? await clock.sleep(for: .seconds(1))
        }
    }

    private func text(of line: WireLine) -> String {
        let time = line.time.formatted(.iso8601).dropFirst(11).dropLast()
        let answer = line.isAnswerSealed ? "sealed answer" : "answer in clear"
        let command = line.command.printable(limit: 24)
        return "\(time)  \(command.padded(to: 22))\(line.sealedStart.prefix(24))…  "
            + "\(line.sealedBytes) bytes sealed, \(line.items) items -> \(line.status), \(answer)"
    }

    private var table: [String] {
        var table = Table(header: ["NAME", "VALUE", "UNIT", "AGE"])
        let now = Current.now()
        for entity in home.entities() {
            let age = entity.lastUpdate.map { "\(Int(now.timeIntervalSince($0))) s" } ?? "-"
            table.add([entity.name, entity.state, entity.unit ?? "", age])
        }
        return table.lines
    }

    private func printJSON(_ document: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            Console.out(String(decoding: try encoder.encode(document), as: UTF8.self))
        } catch {
            Log.error("can't write JSON", ["reason": "\(error)"])
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}
