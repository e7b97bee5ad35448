import Daemon
import Shared

/// `agent sensors`
struct SensorsListCommand: Command {
    static let specification = CommandSpecification(
        ["sensors", "list"],
        summary: "list all that this machine could report, and what is on where",
        details:
            "Every sensor is read once for this; nothing is sent. With --server, only those that are on for it are listed.",
        options: [.onlyServer, .json],
        make: { SensorsListCommand(places: $0.places, server: $0.value(of: "--server"), isJSON: $0.has(.json)) }
    )

    let places: Places
    /// `nil` lists all.
    let server: String?
    let isJSON: Bool

    func run() async throws {
        let client = try ControlClient(path: places.askedSocket)
        if let server { try checkName(server, client) }
        guard case .sensors(var listing) = try client.ask(.listSensors) else { throw ControlFailure.unexpectedAnswer }
        if let server {
            listing.sensors.removeAll {
                !($0.servers ?? []).contains { $0.name == server && ($0.enabled || $0.note != nil) }
            }
        }
        if isJSON { return try Console.json(listing) }
        SensorTable(listing.sensors).print()
        for complaint in listing.complaints ?? [] { Console.note(complaint) }
    }

    private func checkName(_ server: String, _ client: ControlClient) throws(ControlFailure) {
        guard case .names(let names) = try client.ask(.listNames) else { throw ControlFailure.unexpectedAnswer }
        guard !names.servers.contains(server) else { return }
        let known = names.servers.isEmpty ? "there is none" : "there is \(names.servers.joined(separator: ", "))"
        throw ControlFailure(.usage, "no server '\(server.printable(limit: 64))'; \(known)")
    }
}
