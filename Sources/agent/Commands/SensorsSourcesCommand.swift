import Daemon

/// `agent sensors sources`
struct SensorsSourcesCommand: Command {
    static let specification = CommandSpecification(
        ["sensors", "sources"],
        summary: "list the sources that were named with 'agent sensors add'",
        options: [.json],
        make: { SensorsSourcesCommand(places: $0.places, isJSON: $0.has(.json)) }
    )

    let places: Places
    let isJSON: Bool

    func run() async throws {
        guard case .sources(let listing) = try ControlClient(path: places.askedSocket).ask(.listSources) else {
            throw ControlFailure.unexpectedAnswer
        }
        if isJSON { return try Console.json(listing) }
        guard !listing.sources.isEmpty else {
            return Console.out("none was named; 'agent sensors add FAMILY SOURCE' names one")
        }
        var table = Table(header: ["FAMILY", "SOURCE"])
        for source in listing.sources { table.add([source.family, source.source]) }
        for line in table.lines { Console.out(line) }
    }
}
