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
    /// Told what its owner allows it of ``Sensor/asks``, whenever that may be something else.
    package var grant: @Sendable (_ words: [String]) -> Void

    package init(
        family: String,
        deadline: Duration,
        naming: SourceNaming? = nil,
        grant: @escaping @Sendable (_ words: [String]) -> Void = { _ in },
        make: @escaping @Sendable (ProviderContext) -> any SensorProvider
    ) {
        self.family = family
        self.deadline = deadline
        self.naming = naming
        self.grant = grant
        self.make = make
    }
}
