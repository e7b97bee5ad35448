import Daemon

/// `agent sensors`
struct SensorsListCommand: Command {
    static let specification = CommandSpecification(
        ["sensors", "list"],
        summary: "list all that this machine could report, and what is on where",
        details: "Every sensor is read once for this; nothing is sent.",
        options: [.json],
        make: { SensorsListCommand(places: $0.places, isJSON: $0.has(.json)) }
    )

    let places: Places
    let isJSON: Bool

    func run() async throws {
        guard case .sensors(let listing) = try ControlClient(path: places.askedSocket).ask(.listSensors) else {
            throw ControlFailure.unexpectedAnswer
        }
        if isJSON { return try Console.json(listing) }
        SensorTable(listing.sensors).print()
    }
}
