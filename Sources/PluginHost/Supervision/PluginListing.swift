import SensorSDK

/// The sensors of a plugin as they may go on, with the plugin's own names for them.
struct PluginListing: Sendable {
    private(set) var sensors: [Sensor] = []
    /// How the plugin writes each id.
    private(set) var wire: [SensorID: String] = [:]
    private(set) var ids: [String: SensorID] = [:]
    /// What is wrong with the rest, each with where.
    private(set) var complaints: [String]

    /// - Parameters:
    ///   - items: What the plugin listed.
    ///   - device: What a sensor belongs to that does not say it.
    init(_ items: PluginItems<PluginSensor>, family: String, device: String, context: ProviderContext) {
        complaints = items.faults
        for item in items.items {
            do throws(PluginLineError) {
                guard sensors.count < PluginProtocol.mostSensors else {
                    throw .badItem(item.id, "a plugin has at most \(PluginProtocol.mostSensors) sensors")
                }
                let id = try Self.id(of: item, family: family, context: context)
                guard wire[id] == nil else { throw .badItem(item.id, "an earlier sensor has this id, too") }
                sensors.append(try item.sensor(id, device: device))
                wire[id] = item.id
                ids[item.id] = id
            } catch {
                complaints.append("\(error)")
            }
        }
    }

    func sensor(_ id: SensorID) -> Sensor? { sensors.first { $0.id == id } }

    private static func id(
        of item: PluginSensor,
        family: String,
        context: ProviderContext
    ) throws(PluginLineError) -> SensorID {
        let id = try PluginID(item.id)
        do {
            return try id.resolved(family: family) { context.id(for: $0) }
        } catch {
            // The whole id would show what is in braces.
            throw .badID(
                item.id,
                "each of its two parts must be [a-z0-9_]{1,\(SensorID.longestPart)}, braces counted as 12"
            )
        }
    }
}
