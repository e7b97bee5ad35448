import Daemon
import SensorSDK
import Shared

/// `agent audit`
struct AuditCommand: Command {
    static let specification = CommandSpecification(
        ["audit"],
        summary: "print what went to which server, how often, and when it was acknowledged",
        details: """
            One line for each server, day (UTC) and sensor: how many deliveries held something of it, how many bytes before
            sealing, first and last time, last receipt. Values are not kept. It reaches back 400 days.
            """,
        options: [
            .onlyServer, OptionSpecification("--since", "DAY", help: "only from this day on, such as 2026-01-31"),
            .json,
        ],
        make: {
            AuditCommand(
                places: $0.places,
                server: $0.value(of: "--server"),
                since: try $0.value(of: "--since").map(day),
                isJSON: $0.has(.json)
            )
        }
    )

    let places: Places
    let server: String?
    let since: String?
    let isJSON: Bool

    func run() async throws {
        let answer = try ControlClient(path: places.askedSocket).ask(.auditServers(name: server, since: since))
        guard case .audit(let report) = answer else { throw ControlFailure.unexpectedAnswer }
        if isJSON { return try Console.json(report) }
        guard !report.rows.isEmpty else { return Console.out("nothing was sent") }
        var table = Table(header: ["SERVER", "DAY", "SENSOR", "SENT", "BYTES", "FIRST", "LAST", "RECEIPT"])
        for row in report.rows {
            table.add([
                row.server, row.day, row.sensor.description, "\(row.sent)", "\(row.bytes)", row.first, row.last,
                row.receipt ?? "none",
            ])
        }
        for line in table.lines { Console.out(line) }
    }

    private static func day(_ text: String) throws(ControlFailure) -> String {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.filter { $0.allSatisfy { $0.isASCII && $0.isNumber } }.compactMap { Int($0) }
        guard parts.map(\.count) == [4, 2, 2], numbers.count == 3, isDay(numbers[0], numbers[1], numbers[2]) else {
            throw ControlFailure(.usage, "--since takes a day such as 2026-01-31, not '\(text.printable(limit: 40))'")
        }
        return text
    }

    private static func isDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...12).contains(month) && (1...days[month - 1]).contains(day)
    }
}
