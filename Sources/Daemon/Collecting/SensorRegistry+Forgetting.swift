import SensorSDK

extension SensorRegistry {
    /// Whether this machine has a sensor, as far as its family can say.
    enum Presence: Sendable {
        case present
        case gone
        /// What can't be asked is not gone.
        case unknown
    }

    /// What its family said when it was asked last. A family that is gone as a whole, as a plugin that was taken away, has nothing.
    func presence(of id: SensorID) -> Presence {
        if family(id.family) == nil { return .gone }
        guard complaint(about: id.family) == nil, let listed = offered[id.family] else { return .unknown }
        return listed.contains(id) ? .present : .gone
    }
}
