import SensorSDK

extension ProviderContext {
    /// Whether another one makes the same names: whether it has the same salt.
    func namesAlike(_ other: ProviderContext) -> Bool { id(for: "names") == other.id(for: "names") }
}
