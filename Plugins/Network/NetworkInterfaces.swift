import SensorSDK
import Shared

/// The machine's network, as one listing or one call of `read` sees it.
struct NetworkInterfaces {
    static let folder = "/sys/class/net"
    /// The middle part of ids that mean the machine as a whole.
    static let machine = "system"

    /// Those that are offered, by the kernel's name.
    private(set) var all: [NetworkInterface]
    private var addresses: Addresses
    private let files: any FileTree

    /// - Throws: ``FileError`` when the folder can't be listed. A kernel without the folder has no interfaces.
    init(_ world: World, context: ProviderContext, things: ThingNames) throws(FileError) {
        files = world.files
        addresses = Addresses(world.networkLinks, world.files)
        let names: [String]
        do throws(FileError) {
            names = try files.entries(of: Self.folder)
        } catch {
            guard error.isAbsence else { throw error }
            names = []
        }
        all = names.compactMap { [files] in NetworkInterface($0, in: files) }
        let parts = things.things(for: claims(world.deviceEvents, context), context: context)
        let shown = zip(all, parts).map { (name: Self.showable($0.name), thing: $1) }
        for (index, name) in DeviceNames.distinct(shown).enumerated() {
            all[index].thing = parts[index]
            all[index].displayName = name
        }
    }

    /// udev is asked only when a card does not tell its address, or two tell the same: it takes long where there are many
    /// interfaces of containers.
    private mutating func claims(_ udev: any DeviceEvents, _ context: ProviderContext) -> [ThingNames.Claim] {
        let own = all.indices.map { all[$0].ownPart(context) }
        let needsSlots = own.contains(nil) || Set(own).count < own.count
        let slots = needsSlots ? Self.slots(udev) : [:]
        return zip(all, own).map { interface, part in
            let slot = slots[interface.path]
            return ThingNames.Claim(
                part: part ?? interface.part(slot: slot, context),
                path: interface.path,
                port: slot
            )
        }
    }

    /// `ID_PATH` by path below `/sys/devices`.
    private static func slots(_ udev: any DeviceEvents) -> [String: String] {
        // Without udev the names are all that is left.
        let devices = (try? udev.devices(DeviceFilter(subsystem: "net"))) ?? []
        var slots: [String: String] = [:]
        for device in devices { slots["/sys" + device.path] = device.properties["ID_PATH"] }
        return slots
    }

    /// What people call an interface; a name that is made from a hardware address is not shown.
    private static func showable(_ name: String) -> String {
        DeviceNames.firstShowable([name]) ?? "USB network adapter"
    }

    func sensors() throws -> [Sensor] {
        var sensors: [Sensor] = []
        for interface in all {
            for reading in interface.readings where reading != .ipv6 || addresses.knowsIPv6 {
                sensors.append(try reading.sensor(of: interface.thing, device: interface.displayName))
            }
        }
        if Routes.exist(in: files) {
            sensors.append(try NetworkReading.defaultInterface.sensor(of: Self.machine, device: "System"))
        }
        return sensors
    }

    mutating func value(
        of id: SensorID,
        at boot: Duration,
        _ meter: RateMeter
    ) throws(UnavailableReason) -> SensorValue {
        guard id.family == "network", let reading = NetworkReading(rawValue: id.reading) else { throw .notPresent }
        let thing = id.thing
        if reading == .defaultInterface {
            guard thing == Self.machine else { throw .notPresent }
            return .text(try defaultInterface())
        }
        guard let index = all.firstIndex(where: { $0.thing == thing }) else {
            meter.forget(id)
            throw .notPresent
        }
        switch reading {
        case .link: return .flag(try all[index].isUp())
        case .operstate: return .text(try all[index].operstate())
        case .speed: return .integer(try all[index].speed())
        case .receivedTotal: return try Self.total(all[index].received())
        case .sentTotal: return try Self.total(all[index].sent())
        case .receivedRate, .sentRate: return .number(try rate(reading, of: index, id, at: boot, meter))
        case .ipv4: return .text(try addresses.ipv4(of: all[index].name))
        case .ipv6: return .text(try addresses.ipv6(of: all[index].name))
        case .defaultInterface: throw .notPresent
        }
    }

    /// The interface of the default route with the smallest metric.
    private func defaultInterface() throws(UnavailableReason) -> String {
        let name = try Routes.defaultInterface(in: files)
        return all.first { $0.name == name }?.displayName ?? Self.showable(name)
    }

    private mutating func rate(
        _ reading: NetworkReading,
        of index: Int,
        _ id: SensorID,
        at boot: Duration,
        _ meter: RateMeter
    ) throws(UnavailableReason) -> Double {
        let bytes: UInt64
        do throws(UnavailableReason) {
            bytes = reading == .sentRate ? try all[index].sent() : try all[index].received()
        } catch {
            meter.forget(id)
            throw error
        }
        let rate = try meter.rate(of: id, bytes, at: boot)
        // An unknown speed limits nothing.
        if let speed = try? all[index].speed(), rate > Double(speed) * 1_000_000 / 8 * 2 { throw .implausible }
        return rate
    }

    private static func total(_ bytes: UInt64) -> SensorValue {
        Int64(exactly: bytes).map { .integer($0) } ?? .number(Double(bytes))
    }
}
