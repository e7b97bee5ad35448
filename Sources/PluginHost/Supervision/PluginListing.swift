import SensorSDK
import Shared

/// The sensors of a plugin as they may go on, with the plugin's own names for them.
struct PluginListing: Sendable {
    private(set) var sensors: [Sensor] = []
    /// How the plugin writes each id.
    private(set) var wire: [SensorID: String] = [:]
    private(set) var ids: [String: SensorID] = [:]
    /// The rest, as far as their ids are some.
    private(set) var refused: Set<SensorID> = []
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
                try Self.check(item)
                let id = try Self.id(item.id, family: family, context: context)
                guard wire[id] == nil else { throw .badItem(item.id, "an earlier sensor has this id, too") }
                let former = try (item.formerIDs ?? []).map { (text) throws(PluginLineError) in
                    try Self.id(text, family: family, context: context)
                }
                sensors.append(try item.sensor(id, device: device, formerIDs: former))
                wire[id] = item.id
                ids[item.id] = id
            } catch {
                complaints.append("\(error)")
                // One without an id can be nobody's sensor.
                if let id = try? Self.id(item.id, family: family, context: context) { refused.insert(id) }
            }
        }
        refused.subtract(wire.keys)
        complain(of: FormerIDs(of: sensors))
    }

    private mutating func complain(of former: FormerIDs) {
        for (id, sensor) in former.stillListed {
            complaints.append("\(wire[sensor] ?? ""): its former id \(id.wire) is still in the list")
        }
        for (id, sensors) in former.contested {
            let names = sensors.compactMap { wire[$0] }.joined(separator: " and ")
            complaints.append("\(names) both claim the former id \(id.wire), so that none of them gets it")
        }
    }

    /// Bounds for what goes on with each sensor; its texts have theirs in `Sensor`.
    private static func check(_ item: PluginSensor) throws(PluginLineError) {
        guard (item.needs?.count ?? 0) <= longestNeeds else {
            throw .badItem(item.id, "'needs' has more than \(longestNeeds) characters")
        }
        guard (item.attributes?.count ?? 0) <= mostAttributes else {
            throw .badItem(item.id, "it has more than \(mostAttributes) attributes")
        }
    }

    private static let longestNeeds = 120
    /// More than any sensor could want.
    static let mostAttributes = 50

    func sensor(_ id: SensorID) -> Sensor? { sensors.first { $0.id == id } }

    /// - Parameter wire: As the plugin writes it.
    func sensor(named wire: String) -> Sensor? { ids[wire].flatMap { sensor($0) } }

    private static func id(
        _ text: String,
        family: String,
        context: ProviderContext
    ) throws(PluginLineError) -> SensorID {
        let id = try PluginID(text)
        do {
            return try id.resolved(family: family) { context.id(for: $0) }
        } catch {
            // The whole id would show what is in braces.
            throw .badID(
                text,
                "each of its two parts must be of lower case letters, digits and _ ([a-z0-9_]{1,\(SensorID.longestPart)}), braces "
                    + "counted as 12"
            )
        }
    }
}
