import SensorSDK
import Shared
import Store

/// All sensors of this machine: those that are offered now, and those that were offered once and are gone.
actor SensorRegistry {
    private let sources: [ProviderSource]
    private let store: Store
    private let names: SaltedNames
    private var families: [String: Family] = [:]
    private var sensors: [SensorID: Sensor] = [:]
    /// By family: what it offered when it was asked last.
    private(set) var offered: [String: Set<SensorID>] = [:]
    private var faults: [String: FamilyError] = [:]
    /// Ids that sensors had in earlier versions, with those that they have now.
    private(set) var aliases: [SensorID: SensorID] = [:]
    /// Former ids of which was said that nobody gets them.
    private var toldFormerIDs: Set<SensorID> = []

    /// Makes the providers; none is asked yet.
    ///
    /// - Throws: ``StoreError``.
    init(sources: [ProviderSource], store: Store, sha256: @escaping @Sendable ([UInt8]) -> [UInt8]) async throws {
        self.sources = sources
        self.store = store
        names = SaltedNames(salt: store.salt, sha256: sha256)
        for source in sources { try await make(source) }
    }

    /// Every sensor, in the order of the ids.
    var all: [Sensor] { sensors.values.sorted { $0.id < $1.id } }

    /// Families that could not say what they have.
    var complaints: [FamilyError] { faults.sorted { $0.key < $1.key }.map(\.value) }

    /// Finds the sensors that people name.
    var matcher: PatternMatcher { PatternMatcher(sensors: all, families: familyNames, aliases: aliases) }

    func complaint(about family: String) -> FamilyError? { faults[family] }

    func sensor(_ id: SensorID) -> Sensor? { sensors[id] }

    nonisolated var familyNames: [String] { sources.map(\.family) }

    func family(_ name: String) -> Family? { families[name] }

    /// What a family offered when it was asked last.
    func offered(by family: String) -> Set<SensorID> { offered[family] ?? [] }

    /// Makes a family's provider anew, with the sources that are named now; the old one ends with its last call.
    func remake(_ family: String) async throws {
        for source in sources where source.family == family { try await make(source) }
    }

    private func make(_ source: ProviderSource) async throws {
        families[source.family] = Family(source, context: try await context(of: source.family, salt: store.salt))
    }

    /// What a family's provider is made with.
    func context(of family: String, salt: [UInt8]) async throws -> ProviderContext {
        ProviderContext(
            family: family,
            salt: salt,
            namedSources: try await store.namedSources(family: family),
            sha256: names.digest
        )
    }

    /// The names that are hashed, and what each becomes with another salt.
    func renamed(with salt: [UInt8]) -> [String: String] { names.renamed(with: salt) }

    /// Tells each family what its owner allows it now.
    func grant(_ grants: [String: [String]]) {
        for (name, family) in families { family.grant(grants[name] ?? []) }
    }

    /// Forgets all sensors and makes the providers anew, with the salt that the store has now; plugins are to be set anew.
    func startAnew() async throws {
        names.take(store.salt)
        families = [:]
        sensors = [:]
        offered = [:]
        faults = [:]
        aliases = try await store.aliases()
        for source in sources { try await make(source) }
        try await refreshBuiltIn()
    }

    /// Families of all sensors that were offered once.
    var knownFamilies: Set<String> { Set(sensors.keys.map(\.family)) }

    /// Names of the families of plugins that are there now.
    var pluginFamilies: [String] {
        let builtIn = familyNames
        return families.keys.filter { !builtIn.contains($0) }
    }

    /// Takes over which plugins there are; one that is known stays as it is.
    ///
    /// - Returns: The names of those that are gone; their sensors stay listed.
    func setPlugins(_ plugins: [ProviderSource]) async throws -> Set<String> {
        let gone = Set(pluginFamilies).subtracting(plugins.map(\.family))
        for name in gone {
            families[name] = nil
            faults[name] = nil
            offered[name] = []
        }
        for source in plugins where families[source.family] == nil { try await make(source) }
        return gone
    }

    /// Takes what was offered in earlier runs, then asks the built-in families: nothing waits for a plugin.
    func start() async throws {
        for sensor in try await store.knownSensors() { sensors[sensor.id] = sensor }
        aliases = try await store.aliases()
        try await refreshBuiltIn()
    }

    /// Asks the families that are compiled in.
    func refreshBuiltIn() async throws {
        let builtIn = familyNames
        try await refresh(families.values.filter { builtIn.contains($0.name) })
    }

    /// Asks families for their list; the sensors of one that does not answer stay as they are.
    ///
    /// - Parameter family: `nil` asks all.
    func refresh(family: String? = nil) async throws {
        try await refresh(families.values.filter { family == nil || $0.name == family })
    }

    private func refresh(_ asked: [Family]) async throws {
        let answers = await withTaskGroup(of: (String, Result<[Sensor], FamilyError>).self) { group in
            for family in asked { group.addTask { (family.name, await family.list()) } }
            var answers: [(String, Result<[Sensor], FamilyError>)] = []
            for await answer in group { answers.append(answer) }
            return answers
        }
        var news: [Sensor] = []
        for (name, answer) in answers {
            switch answer {
            case .success(let list):
                let taken = bounded(list, of: name)
                news += taken
                offered[name] = Set(taken.map(\.id))
                faults[name] =
                    taken.count == list.count
                    ? nil : .broken(name, "lists ever other sensors; those beyond \(Self.mostOfPlugin) are left out")
            case .failure(let fault):
                if faults[name] != fault { Log.warning("can't list sensors", ["reason": "\(fault)"]) }
                faults[name] = fault
            }
        }
        do {
            try await rename(FormerIDs(of: news), news)
            for sensor in news { sensors[sensor.id] = sensor }
            try await store.remember(news)
        } catch let error as StoreError where error.isOfDisk {
            // With the next list it may be stored; until then nothing that is new or changed can be on.
            for sensor in news { sensors[sensor.id] = sensor }
            Log.warning("can't store what is new among the sensors", ["reason": "\(error)"])
        }
        aliases = try await store.aliases()
    }

    /// Lets what is on under a former id go on under the one that it has now.
    private func rename(_ former: FormerIDs, _ listed: [Sensor]) async throws {
        for (id, sensor) in former.stillListed where isNews(id) {
            Log.warning("a former id is still listed, so that it stays what it is", ["id": "\(id)", "of": "\(sensor)"])
        }
        for (id, claimants) in former.contested where isNews(id) {
            let names = claimants.map(\.description).joined(separator: " ")
            Log.warning("several sensors claim one former id, none of them gets it", ["id": "\(id)", "of": names])
        }
        let byID = Dictionary(listed.map { ($0.id, $0) }) { first, _ in first }
        let claims = former.claims.compactMap { claim in byID[claim.sensor].map { (claim.former, $0) } }
        if claims.isEmpty { return }
        for (former, sensor) in try await store.rename(claims) {
            Log.info("a sensor has another id now", ["id": "\(sensor)", "was": "\(former)"])
        }
        let known = Set(try await store.knownSensors().map(\.id))
        for (former, _) in claims where !known.contains(former) { sensors[former] = nil }
    }

    /// Whether nobody gets this former id, and that was not said yet; a plugin that invents ever new ones is not told of for ever.
    private func isNews(_ former: SensorID) -> Bool {
        toldFormerIDs.count < 100 && toldFormerIDs.insert(former).inserted
    }

    /// Takes sensors out of the list and the store.
    func forget(_ ids: Set<SensorID>) async throws {
        try await store.forget(ids)
        for id in ids { sensors[id] = nil }
    }

    /// What was offered once stays known, so that a plugin that invents ever new ids would fill the disk.
    private func bounded(_ list: [Sensor], of family: String) -> [Sensor] {
        guard family.hasPrefix(PluginFamilies.prefix) else { return list }
        var room = Self.mostOfPlugin - sensors.keys.count { $0.family == family }
        return list.filter { sensor in
            // One that takes the place of another needs none.
            if sensors[sensor.id] != nil || sensor.formerIDs.contains(where: { sensors[$0] != nil }) { return true }
            room -= 1
            return room >= 0
        }
    }

    /// Sensors of one plugin that are known at most.
    static let mostOfPlugin = 2000

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

    func read(_ sensors: [Sensor], of name: String) async -> [Reading] {
        guard let family = family(name) else {
            let now = Current.instant
            return sensors.map { Reading($0.id, .unavailable(.notPresent), at: now) }
        }
        return await family.read(sensors)
    }
}
