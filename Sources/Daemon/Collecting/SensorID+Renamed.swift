import SensorSDK

extension SensorID {
    /// With other names in place of those that are hashed.
    func renamed(_ names: [String: String]) -> SensorID {
        let parts = thing.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
        let thing = parts.map { names[$0] ?? $0 }.joined(separator: "_")
        // As long as before, and of the same characters.
        return (try? SensorID(family: family, thing: thing, reading: reading)) ?? self
    }
}
