import SensorSDK
import Shared
import Store

/// All sensors of this machine: those that are offered now, and those that were offered once and are gone.
actor SensorRegistry {
    private let families: [Family]
    private let store: Store
    private var sensors: [SensorID: Sensor] = [:]
    private var faults: [String: FamilyError] = [:]

    init(families: [Family], store: Store) {
        self.families = families
        self.store = store
    }

    /// Every sensor, in the order of the ids.
    var all: [Sensor] { sensors.values.sorted { $0.id < $1.id } }

    /// Families that could not say what they have.
    var complaints: [FamilyError] { faults.sorted { $0.key < $1.key }.map(\.value) }

    func sensor(_ id: SensorID) -> Sensor? { sensors[id] }

    nonisolated var familyNames: [String] { families.map(\.name) }

    nonisolated func family(_ name: String) -> Family? { families.first { $0.name == name } }

    /// Takes what was offered in earlier runs, then asks all families.
    func start() async throws {
        for sensor in try await store.knownSensors() { sensors[sensor.id] = sensor }
        try await refresh()
    }

    /// Asks families for their list; the sensors of one that does not answer stay as they are.
    ///
    /// - Parameter family: `nil` asks all.
    func refresh(family: String? = nil) async throws {
        let asked = families.filter { family == nil || $0.name == family }
        let answers = await withTaskGroup(of: (String, Result<[Sensor], FamilyError>).self) { group in
            for family in asked { group.addTask { (family.name, await family.list()) } }
            var answers: [(String, Result<[Sensor], FamilyError>)] = []
            for await answer in group { answers.append(answer) }
            return answers
        }
        var offered: [Sensor] = []
        for (name, answer) in answers {
            switch answer {
            case .success(let list):
                offered += list
                faults[name] = nil
            case .failure(let fault):
                if faults[name] != fault { Log.warning("can't list sensors", ["reason": "\(fault)"]) }
                faults[name] = fault
            }
        }
        for sensor in offered { sensors[sensor.id] = sensor }
        try await store.remember(offered)
    }

    /// Reads sensors now, families side by side; an id that nobody knows is left out.
    func read(_ ids: Set<SensorID>) async -> [Reading] {
        let wanted = Dictionary(grouping: ids.compactMap { sensors[$0] }, by: \.id.family)
        return await withTaskGroup(of: [Reading].self) { group in
            for (name, sensors) in wanted {
                group.addTask { await self.read(sensors, of: name) }
            }
            var readings: [Reading] = []
            for await answer in group { readings += answer }
            return readings
        }
    }

    nonisolated func read(_ sensors: [Sensor], of name: String) async -> [Reading] {
        guard let family = family(name) else {
            let now = Current.instant
            return sensors.map { Reading($0.id, .unavailable(.notPresent), at: now) }
        }
        return await family.read(sensors)
    }
}
