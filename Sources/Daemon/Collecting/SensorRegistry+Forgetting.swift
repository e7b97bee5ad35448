import SensorSDK

extension SensorRegistry {
    /// Whether its family offered the sensor when it was asked last, or could not say yet: what can't be asked is not gone,
    /// unless the whole family is, as a plugin that was taken away.
    func mayOffer(_ id: SensorID) -> Bool {
        if family(id.family) == nil { return false }
        guard complaint(about: id.family) == nil, let listed = offered[id.family] else { return true }
        return listed.contains(id)
    }
}
