package import SensorSDK

/// Something that sensors come from, as the daemon is handed it.
package struct ProviderSource: Sendable {
    /// First part of all its ids.
    package var family: String
    /// How long one call may take before its sensors are `timeout`.
    package var deadline: Duration
    /// How its owner names further sources; `nil` where there is nothing to be named.
    package var naming: SourceNaming?
    /// Called anew whenever the owner named a source, or took one back.
    package var make: @Sendable (ProviderContext) -> any SensorProvider

    package init(
        family: String,
        deadline: Duration,
        naming: SourceNaming? = nil,
        make: @escaping @Sendable (ProviderContext) -> any SensorProvider
    ) {
        self.family = family
        self.deadline = deadline
        self.naming = naming
        self.make = make
    }
}
