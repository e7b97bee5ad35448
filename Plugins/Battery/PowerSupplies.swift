import SensorSDK
import Shared

/// All supplies, as one listing or one call of `read` sees them.
struct PowerSupplies {
    static let folder = "/sys/class/power_supply"

    /// By the kernel's name.
    var all: [PowerSupply] = []
    private let files: any FileTree

    /// - Throws: ``FileError`` when the folder can't be listed. A kernel without the folder has no supplies.
    init(
        in files: any FileTree,
        context: ProviderContext,
        things: ThingNames,
        texts: RememberedTexts
    ) throws(FileError) {
        self.files = files
        let names: [String]
        do throws(FileError) {
            names = try files.entries(of: Self.folder)
        } catch {
            guard error.isAbsence else { throw error }
            names = []
        }
        var claims: [ThingNames.Claim] = []
        for name in names {
            guard var supply = PowerSupply(name, in: files, texts: texts),
                let claim = supply.claim(in: files, texts, context)
            else { continue }
            all.append(supply)
            claims.append(claim)
        }
        for (index, thing) in things.things(for: claims, context: context).enumerated() { all[index].thing = thing }
    }

    mutating func sensors() throws -> [Sensor] {
        let plainNames = all.indices.map { (name: all[$0].displayName(in: files), thing: all[$0].thing) }
        let names = DeviceNames.distinct(plainNames)
        var sensors: [Sensor] = []
        for index in all.indices {
            for reading in all[index].readings {
                sensors.append(try reading.sensor(of: all[index].thing, device: names[index]))
            }
        }
        for reading in machineReadings {
            sensors.append(try reading.sensor(of: Self.machine, device: "System"))
        }
        return sensors
    }

    mutating func value(of id: SensorID) throws(UnavailableReason) -> SensorValue {
        guard id.family == "battery", let reading = SupplyReading(rawValue: id.reading) else { throw .notPresent }
        if id.thing == Self.machine { return try machineValue(of: reading) }
        let thing = id.thing
        guard let index = all.firstIndex(where: { $0.thing == thing }) else { throw .notPresent }
        return try all[index].value(of: reading)
    }

    /// What goes with a value that could be read.
    func attributes(of id: SensorID) -> [String: SensorValue] {
        // With a charge limit it is still the time until the battery is full, and the limit comes before.
        id.reading == SupplyReading.timeToFull.rawValue ? ["target": .text("full")] : [:]
    }
}
