/// What a provider noticed by itself.
public enum ProviderChange: Sendable, Hashable {
    /// These sensors, or all of the provider's (`nil`), have news: read those that are enabled now.
    case readAgain(Set<SensorID>?)
    /// Sensors came, went or were described anew: ask for the list.
    case listAgain
    case happened(DeviceEvent)
}
