import SensorSDK

extension SensorRegistry {
    /// Whether a family offered the sensor when it was asked last, or could not say: what can't be asked is not gone.
    func mayOffer(_ id: SensorID) -> Bool {
        if complaint(about: id.family) != nil { return true }
        return offered(by: id.family).contains(id)
    }
}
