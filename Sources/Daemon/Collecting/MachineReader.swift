import SensorSDK
package import Shared

/// Reads a machine once, without daemon and store.
package struct MachineReader: Sendable {
    private let families: [Family]

    /// - Parameter sha256: See `ProviderContext`.
    package init(sources: [ProviderSource], sha256: @escaping @Sendable ([UInt8]) -> [UInt8]) {
        let context = ProviderContext(salt: Array(repeating: 0, count: 16), sha256: sha256)
        families = sources.map { Family($0, context: context) }
    }

    /// - Throws: ``ControlFailure`` for a pattern that matches nothing.
    package func read(_ patterns: [String]) async throws -> SensorListing {
        var sensors: [Sensor] = []
        for family in families {
            switch await family.list() {
            case .success(let list): sensors += list
            case .failure(let error): Log.warning("can't list sensors", ["reason": "\(error)"])
            }
        }
        guard !sensors.isEmpty else { return SensorListing([]) }
        let wanted = try PatternMatcher(sensors: sensors, families: families.map(\.name)).match(patterns).map(\.sensor)
        var listed: [ListedSensor] = []
        for family in families {
            let own = wanted.filter { $0.id.family == family.name }
            let readings = await family.read(own)
            listed += zip(own, readings).map { ListedSensor($0, reading: $1, interval: $0.interval) }
        }
        return SensorListing(listed.sorted { $0.id < $1.id })
    }
}
