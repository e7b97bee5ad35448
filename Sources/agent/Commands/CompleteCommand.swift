import Daemon
import SensorSDK
import Shared

/// `agent complete`: what the shells' completions ask. It never fails, since nobody would see why.
struct CompleteCommand: Command {
    static let specification = CommandSpecification(
        ["complete"],
        operands: "words -- WORD… | sensors | servers | plugins",
        operandCount: 1...Int.max,
        summary: "list what could complete a command line",
        isHidden: true,
        make: { CompleteCommand(places: $0.places, operands: $0.operands) }
    )

    let places: Places
    let operands: [String]

    func run() {
        switch operands[0] {
        case "words": complete(Array(operands.dropFirst()))
        case "sensors": list(named(.sensors))
        case "servers": list(named(.servers))
        case "plugins": list(named(.plugins))
        default: break
        }
    }

    private func complete(_ words: [String]) {
        let completion = Completion(words)
        for target in completion.targets {
            switch target {
            case .named(.files): return Console.out(":files")
            case .named(.folders): return Console.out(":folders")
            case .named(let kind): list(fitting(completion, named(kind)))
            case .words(let candidates): list(fitting(completion, candidates))
            }
        }
    }

    private func fitting(_ completion: Completion, _ candidates: [Completion.Candidate]) -> [Completion.Candidate] {
        candidates.filter { $0.word.hasPrefix(completion.current) && !completion.typed.contains($0.word) }
    }

    private func list(_ candidates: [Completion.Candidate]) {
        for candidate in candidates {
            let description = candidate.description.printable(limit: 100)
            Console.out(candidate.word.printable(limit: 200) + (description.isEmpty ? "" : "\t\(description)"))
        }
    }

    private func named(_ kind: CompletionKind) -> [Completion.Candidate] {
        switch kind {
        case .nothing, .files, .folders: return []
        case .commands:
            let words = CommandTable.shown.compactMap(\.words.first)
            return Set(words).sorted().map { Completion.Candidate(word: $0) }
        case .servers: return (names?.servers ?? []).map { Completion.Candidate(word: $0) }
        case .patterns:
            let sensors = names?.sensors ?? []
            let families = Set(sensors.map(\.id.family)).sorted()
            return families.map { Completion.Candidate(word: $0, description: "all of this family") }
                + self.sensors(sensors)
        case .sensors: return sensors(names?.sensors ?? [])
        case .families:
            return BuiltInFamilies.sources.filter { $0.naming != nil }.map { Completion.Candidate(word: $0.family) }
        case .plugins: return (names?.plugins ?? []).map { Completion.Candidate(word: $0) }
        }
    }

    private func sensors(_ sensors: [NameListing.Sensor]) -> [Completion.Candidate] {
        sensors.map { Completion.Candidate(word: $0.id.description, description: $0.name) }
    }

    /// `nil` without a daemon, and when it does not answer at once.
    private var names: NameListing? {
        let path = places.askedSocket
        // A key on the keyboard must not start a daemon that was stopped: systemd would, at the first connection.
        guard path != SystemDaemon.socketPath || SystemDaemon.isRunning,
            // Whatever is wrong, there is nothing to complete then.
            case .names(let listing)? = try? ControlClient(path: path, patience: 1).ask(.listNames)
        else { return nil }
        return listing
    }
}
