import Daemon
import SensorSDK
import Shared

/// `agent preview`
struct PreviewCommand: Command {
    static let specification = CommandSpecification(
        ["preview"],
        summary: "print what would go to each server now, before it is sealed",
        details: """
            Exactly the bytes that are sealed, one line a request, and why each other enabled sensor is not among them. A server
            that was reached gets what is new at once, so that there is often nothing. Nothing is sent by this.
            """,
        options: [.onlyServer, .json],
        make: { PreviewCommand(places: $0.places, server: $0.value(of: "--server"), isJSON: $0.has(.json)) }
    )

    let places: Places
    let server: String?
    let isJSON: Bool

    func run() async throws {
        let answer = try ControlClient(path: places.askedSocket).ask(.previewServers(name: server))
        guard case .preview(let report) = answer else { throw ControlFailure.unexpectedAnswer }
        if isJSON { return try Console.json(report) }
        if report.servers.isEmpty { Console.out("no servers; 'agent servers add URL' adds one") }
        for preview in report.servers {
            Console.out("\(preview.server): \(preview.requests.isEmpty ? "nothing would go now" : "would go now:")")
            for request in preview.requests {
                Console.out("  \(request.command) \(request.text.printable(limit: request.text.utf8.count))")
            }
            show(preview.absent)
        }
    }

    /// The sensors by reason, since most have the same.
    private func show(_ absent: [Preview.Absent]) {
        for (reason, sensors) in Dictionary(grouping: absent, by: \.reason).sorted(by: { $0.key < $1.key }) {
            Console.out("  not these: \(reason)")
            let ids = sensors.map(\.sensor.description).sorted().joined(separator: ", ")
            for line in Paragraph.lines(ids, indent: 4) { Console.out(line) }
        }
    }
}
