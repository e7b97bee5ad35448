import SensorSDK
import Shared

/// One provider as the daemon treats it: at most one call in flight, a deadline on each, and nothing it says is believed
/// before it is checked.
actor Family {
    nonisolated let name: String
    /// See ``ProviderSource``.
    nonisolated let grant: @Sendable ([String]) -> Void
    private let deadline: Duration
    private let thread: FamilyThread
    private var isBusy = false
    private var isOverdue = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ source: ProviderSource, context: ProviderContext) {
        name = source.family
        grant = source.grant
        deadline = source.deadline
        thread = FamilyThread(source.make(context), of: source.family)
    }

    /// What the machine could report now, or why that is not known.
    func list() async -> Result<[Sensor], FamilyError> {
        let thread = thread
        switch await call({ await thread.sensors() }) {
        case nil: return .failure(.late(name))
        case .failure(let error): return .failure(.broken(name, "\(error)".printable()))
        case .success(let sensors):
            var seen: Set<SensorID> = []
            return .success(sensors.filter { $0.id.family == name && seen.insert($0.id).inserted })
        }
    }

    /// Reads sensors of this family; each gets an outcome, whatever the provider does.
    func read(_ sensors: [Sensor]) async -> [Reading] {
        let thread = thread
        let ids = Set(sensors.map(\.id))
        let answers = await call { await thread.read(ids) }
        let byID = Dictionary((answers ?? []).map { ($0.sensor, $0) }, uniquingKeysWith: { first, _ in first })
        let now = Current.instant
        return sensors.map { sensor in
            guard answers != nil else { return Reading(sensor.id, .unavailable(.timeout), at: now) }
            guard let reading = byID[sensor.id] else { return Reading(sensor.id, .unavailable(.notPresent), at: now) }
            return reading.checked(against: sensor)
        }
    }

    /// What the provider notices; the observer is in place when this returns.
    func changes() async -> AsyncStream<ProviderChange>? {
        let thread = thread
        return await call { await thread.changes() }
    }

    private func call<Answer: Sendable>(_ operation: @escaping @Sendable () async -> Answer) async -> Answer? {
        while isBusy {
            if isOverdue { return nil }
            await withCheckedContinuation { waiting.append($0) }
        }
        isBusy = true
        let answer = await Deadline.run(deadline) { [self] in
            let answer = await operation()
            await finished()
            return answer
        }
        if answer == nil, isBusy {
            isOverdue = true
            wakeAll()
        }
        return answer
    }

    private func finished() {
        isBusy = false
        isOverdue = false
        wakeAll()
    }

    private func wakeAll() {
        let woken = waiting
        waiting = []
        for continuation in woken { continuation.resume() }
    }
}
