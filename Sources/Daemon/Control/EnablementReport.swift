package import SensorSDK

/// What `agent sensors enable` and `disable` did.
package struct EnablementReport: Codable, Sendable {
    /// A sensor that a family or glob does not enable, because it reveals something.
    package struct LeftOut: Codable, Sendable, Hashable {
        package var id: SensorID
        package var reveals: Sensitivity
    }

    package var version = 1
    package var servers: [String]
    /// Those that are now as asked, and were not so before.
    package var changed: [SensorID]
    /// Those that were so already.
    package var unchanged: [SensorID]
    /// Those that a family or glob does not enable, because they are not there now.
    package var absent: [SensorID] = []
    package var leftOut: [LeftOut]
    /// What the enabled ones reveal.
    package var revealing: [LeftOut]
    /// Those that were disabled in Home Assistant and are enabled there again by this.
    package var overridden: [SensorID]
    /// The plugins among them that have something to say; `nil` when there are none.
    package var plugins: [PluginNotice]?

    /// Why nothing is sent all the same; `nil` when all is.
    package var problem: String?

    private enum CodingKeys: String, CodingKey {
        case version, servers, changed, unchanged, absent, revealing, overridden, plugins, problem
        case leftOut = "left_out"
    }
}
