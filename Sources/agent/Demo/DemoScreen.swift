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

    /// - Parameter known: How many sensors this machine could report.
    func begin(url: String, enabled: [SensorID], known: Int) {
        guard !isJSON else { return }
        let introduction =
            "A stand-in for Home Assistant listens on \(url); this machine is registered there. It could report "
            + "\(Count.of(known, "sensor")), and none is on until somebody enables it. The demo enables:"
        for line in Paragraph.lines(introduction) { Console.out(line) }
        for line in Paragraph.lines(enabled.map(\.description).joined(separator: ", "), indent: 2) { Console.out(line) }
        for line in Paragraph.lines(ofParagraphs: Self.legend) + [""] { Console.out(line) }
        // The live view has a screen of its own; what was there before comes back at the end.
        if isTerminal { Console.prompt("\u{1B}[?1049h\u{1B}[?25l") }
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
            if Console.lossOfOutput != nil { return }
        }
    }

    /// Shows how it ended.
    func end() async throws {
        guard isJSON else {
            if isTerminal {
                Console.prompt("\u{1B}[?25h\u{1B}[?1049l")
                for line in home.wireLines.suffix(12).map(text(of:)) { Console.out(line) }
            }
            Console.out("\nWhat the server knows:\n")
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

    private static let legend = """
        Each line is what an onlooker on the way sees of one request: its command, and the sealed text. Events have
        no sealed answer; the empty update after each one proves that it arrived.
        """

    private func redraw() async {
        let clock = Current.clock
        while !Task.isCancelled {
            let (width, height) = Console.size
            let table = table
            // The table as far as it fits, but at least four lines of the wire above it.
            let shown = table.prefix(max(2, height - 10))
            let wire = home.wireLines.suffix(max(4, height - shown.count - 5)).map(text(of:))
            let lines =
                ["What goes over the wire (Ctrl-C ends the demo):"] + wire
                + ["", "What the server knows:"] + shown
                + (shown.count < table.count ? ["… and \(table.count - shown.count) more"] : [])
            // From the top left corner, each line cleared to its end, then the rest of the screen.
            let frame = lines.map { String($0.prefix(width)) + "\u{1B}[K" }.joined(separator: "\n")
            Console.prompt("\u{1B}[H" + frame + "\u{1B}[J")
            // It throws only when it is cancelled, which ends the loop.
            try? await clock.sleep(for: .seconds(1))
        }
    }

    private func text(of line: WireLine) -> String {
        let time = line.time.formatted(.iso8601).dropFirst(11).dropLast()
        let answer = "\(line.status) \(line.isAnswerSealed ? "sealed" : "plain")"
        let command = line.command.printable(limit: 24).padded(to: 21)
        return "\(time) \(command)\(line.sealedStart.prefix(14))… \("\(line.sealedBytes) B".padded(to: 8))"
            + "\(Count.of(line.items, "item").padded(to: 9))-> \(answer)"
    }

    private var table: [String] {
        var table = Table(header: ["NAME", "VALUE", "AGE"])
        let now = Current.now()
        for entity in home.entities() {
            let age = entity.lastUpdate.map { "\(Int(now.timeIntervalSince($0))) s" } ?? "-"
            let number = Double(entity.state).map(ListedValue.number) ?? .text(entity.state)
            table.add([entity.name, Quantity.text(number, unit: entity.unit), age])
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
