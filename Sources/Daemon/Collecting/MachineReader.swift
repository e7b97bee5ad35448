package import SensorSDK
package import Shared

/// Reads a machine once, without daemon and store.
package struct MachineReader: Sendable {
    private let families: [Family]

    /// - Parameters:
    ///   - sha256: See `ProviderContext`.
    ///   - namedSources: Sources that the owner named, for each of these families.
    package init(
        sources: [ProviderSource],
        sha256: @escaping @Sendable ([UInt8]) -> [UInt8],
        namedSources: [String] = []
    ) {
        families = sources.map { source in
            let context = ProviderContext(
                family: source.family,
                salt: Array(repeating: 0, count: 16),
                namedSources: namedSources,
                sha256: sha256
            )
            return Family(source, context: context)
        }
    }

    /// What the machine could report; reads nothing.
    package func sensors() async -> [Sensor] {
        var sensors: [Sensor] = []
        for family in families {
            switch await family.list() {
            case .success(let list): sensors += list
            case .failure(let error): Log.warning("can't list sensors", ["reason": "\(error)"])
            }
        }
        return sensors
    }

    /// - Throws: ``ControlFailure`` when no pattern matches anything.
    package func read(_ patterns: [String]) async throws -> SensorListing {
        let sensors = await sensors()
        guard !sensors.isEmpty else { return SensorListing([]) }
        let matcher = PatternMatcher(sensors: sensors, families: families.map(\.name))
        let (found, complaints) = try matcher.matchAny(patterns)
        let wanted = found.map(\.sensor)
        var listed: [ListedSensor] = []
        for family in families {
            let own = wanted.filter { $0.id.family == family.name }
            let readings = await family.read(own)
            listed += zip(own, readings).map { ListedSensor($0, reading: $1, interval: $0.interval) }
        }
        return SensorListing(listed.sorted { $0.id < $1.id }, complaints: complaints)
    }
}
