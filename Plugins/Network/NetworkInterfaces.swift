import SensorSDK
import Shared

/// The machine's network, as one listing or one call of `read` sees it.
struct NetworkInterfaces {
    static let folder = "/sys/class/net"
    /// The middle part of ids that mean the machine as a whole.
    static let machine = "system"
    private static let mostOtherAddresses = 8

    /// Those that are offered.
    private(set) var all: [NetworkInterface]
    private var addresses: Addresses
    private var wireless: Wireless
    private let links: any NetworkLinks
    private let files: any FileTree
    /// Of all interfaces that netlink tells of, by their number.
    private let names: [Int32: String]

    /// - Throws: When the list can't be made. A kernel without networking has no interfaces.
    init(
        _ world: World,
        context: ProviderContext,
        things: ThingNames,
        memory: NetworkMemory
    ) throws(NetworkLinksError) {
        files = world.files
        links = world.networkLinks
        addresses = Addresses(links, files)
        wireless = Wireless(links)
        let present: [NetworkLink]
        if var found = try Self.found(links) {
            all = Self.offered(found, Set(context.namedSources), memory, files)
            if all.contains(where: { !memory.isKnown($0.facts) }) {
                // The files don't show it: it was renamed just now, or they are another network's.
                found = try Self.found(links) ?? found
                all = Self.offered(found, Set(context.namedSources), memory, files, areFilesForeign: true)
            }
            names = Dictionary(found.map { ($0.index, $0.name) }) { $1 }
            present = found
        } else {
            names = [:]
            all = try Self.interfaces(in: files, Set(context.namedSources), memory)
            present = []
        }
        let claims = claims(world.deviceEvents, context, memory)
        let shown = zip(all, things.things(for: claims, context: context))
            .map { (name: Self.showable($0.name), thing: $1) }
        for (index, name) in DeviceNames.distinct(shown).enumerated() {
            all[index].thing = shown[index].thing
            all[index].displayName = name
        }
        if !present.isEmpty {
            let things = all.compactMap { interface in interface.index.map { ($0, interface.thing) } }
            memory.remember(things: Dictionary(things) { $1 }, among: present)
        }
    }

    /// - Returns: `nil` where there is no netlink.
    private static func found(_ links: any NetworkLinks) throws(NetworkLinksError) -> [NetworkLink]? {
        do throws(NetworkLinksError) {
            return try links.links()
        } catch {
            guard error == .absent else { throw error }
            return nil
        }
    }

    /// Reads nothing of the interfaces that are not offered: there may be hundreds.
    ///
    /// - Parameter areFilesForeign: Whether it is believed that files don't show an interface, and never asked again.
    private static func offered(
        _ links: [NetworkLink],
        _ named: Set<String>,
        _ memory: NetworkMemory,
        _ files: any FileTree,
        areFilesForeign: Bool = false
    ) -> [NetworkInterface] {
        links.compactMap { link in
            let isOffered = named.contains(link.name) ? true : Offering.includes(link)
            guard isOffered != false else { return nil }
            // A card of which can't be told now which one it is gets no other id; the next look may tell.
            let facts = try? memory.facts(of: link, areFilesForeign: areFilesForeign) { () throws(UnavailableReason) in
                try InterfaceFacts(link, files)
            }
            guard let facts, isOffered ?? facts.hasDevice else { return nil }
            return NetworkInterface(link, facts, files)
        }
    }

    private static func interfaces(
        in files: any FileTree,
        _ named: Set<String>,
        _ memory: NetworkMemory
    ) throws(NetworkLinksError) -> [NetworkInterface] {
        let names: [String]
        do throws(FileError) {
            names = try files.entries(of: folder)
        } catch {
            guard error.isAbsence else { throw .failed("interfaces of \(folder)", code: error.code) }
            names = []
        }
        return names.compactMap { NetworkInterface($0, isNamed: named.contains($0), memory, in: files) }
    }

    /// Takes those away that udev has yet to come to and that only udev can tell apart: its word follows.
    ///
    /// udev is asked only when a card does not tell its address, or two tell the same: it takes long where there are many
    /// interfaces of containers.
    private mutating func claims(
        _ udev: any DeviceEvents,
        _ context: ProviderContext,
        _ memory: NetworkMemory
    ) -> [ThingNames.Claim] {
        let own = all.map { $0.ownPart(context) }
        let shared = Set(Dictionary(grouping: own.indices) { own[$0] }.values.filter { $0.count > 1 }.joined())
        let unclear = own.indices.filter { own[$0] == nil || shared.contains($0) }
        let slots = unclear.isEmpty ? [:] : slots(of: unclear.map { all[$0] }, udev, memory)
        var offered: [NetworkInterface] = []
        var claims: [ThingNames.Claim] = []
        for (interface, part) in zip(all, own) {
            let slot = slots[interface.facts.path]
            if part == nil, slot == nil { continue }
            offered.append(interface)
            claims.append(
                ThingNames.Claim(
                    part: part ?? interface.part(slot: slot ?? nil, context),
                    path: interface.facts.path,
                    port: (slot ?? nil) ?? interface.facts.devicePath.map(DevicePath.withoutKernelCounters)
                )
            )
        }
        all = offered
        return claims
    }

    /// `ID_PATH` by path below `/sys/devices`; those that udev has yet to come to are missing.
    private func slots(
        of interfaces: [NetworkInterface],
        _ udev: any DeviceEvents,
        _ memory: NetworkMemory
    ) -> [String: String?] {
        var slots: [String: String?] = [:]
        for interface in interfaces {
            if let known = memory.slot(of: interface.facts.path) { slots[interface.facts.path] = known }
        }
        if slots.count == Set(interfaces.map(\.facts.path)).count { return slots }
        // Without udev the names are all that is left.
        let devices = (try? udev.devices(DeviceFilter(subsystem: "net"))) ?? []
        var told: [String: String?] = [:]
        for device in devices { told["/sys" + device.path] = .some(device.properties["ID_PATH"]) }
        for interface in interfaces {
            let path = interface.facts.path
            // What /sys does not show, udev does not know.
            let isUdevLate = !devices.isEmpty && interface.facts.isInFiles
            if let slot = told[path] ?? (isUdevLate ? nil : .some(nil)) { slots[path] = slot }
        }
        if !names.isEmpty { memory.remember(slots: told.filter { slots[$0.key] != nil }) }
        return slots
    }

    /// What people call an interface; a name that is made from a hardware address is not shown.
    private static func showable(_ name: String) -> String {
        DeviceNames.firstShowable([name]) ?? "USB network adapter"
    }

    mutating func sensors() throws -> [Sensor] {
        var sensors: [Sensor] = []
        let families = InterfaceAddress.Family.allCases.filter { addresses.knows($0) }
        let addressReadings = families.map { $0 == .ipv4 ? NetworkReading.ipv4 : .ipv6 }
        for interface in all {
            let readings =
                interface.readings + addressReadings + (families.isEmpty ? [] : [.otherAddresses])
                + wireless.readings(of: interface)
            for reading in readings {
                sensors.append(try reading.sensor(of: interface.thing, device: interface.displayName))
            }
        }
        if Routes.canBeKnown(links, files) {
            sensors.append(try NetworkReading.defaultInterface.sensor(of: Self.machine, device: "System"))
        }
        return sensors
    }

    mutating func value(
        of id: SensorID,
        at boot: Duration,
        _ meter: RateMeter
    ) throws(UnavailableReason) -> (value: SensorValue, attributes: [String: SensorValue]) {
        guard id.family == "network", let reading = NetworkReading(rawValue: id.reading) else { throw .notPresent }
        let thing = id.thing
        if reading == .defaultInterface {
            guard thing == Self.machine else { throw .notPresent }
            return (.text(try defaultInterface()), [:])
        }
        guard let index = all.firstIndex(where: { $0.thing == thing }) else {
            meter.forget(id)
            throw .notPresent
        }
        switch reading {
        case .ipv4: return (.text(try address(.ipv4, of: all[index])), [:])
        case .ipv6: return (.text(try address(.ipv6, of: all[index])), [:])
        case .otherAddresses: return try otherAddresses(of: all[index])
        case .receivedRate, .sentRate: return (.number(try rate(reading, of: index, id, at: boot, meter)), [:])
        default: return (try value(reading, of: index), [:])
        }
    }

    private mutating func value(_ reading: NetworkReading, of index: Int) throws(UnavailableReason) -> SensorValue {
        switch reading {
        case .link: .flag(try all[index].isUp())
        case .operstate: .text(try all[index].operstate())
        case .speed: .integer(try all[index].speed())
        case .receivedTotal: try Self.total(all[index].received())
        case .sentTotal: try Self.total(all[index].sent())
        case .networkName: .text(try wireless.networkName(of: all[index]))
        case .accessPoint: .text(try wireless.accessPoint(of: all[index]))
        case .signal: .integer(try wireless.signal(of: all[index]))
        case .bitRate: .number(try wireless.bitRate(of: all[index]))
        case .frequency: .integer(try wireless.frequency(of: all[index]))
        case .receivedRate, .sentRate, .ipv4, .ipv6, .otherAddresses, .defaultInterface: throw .notPresent
        }
    }

    private mutating func address(
        _ family: InterfaceAddress.Family,
        of interface: NetworkInterface
    ) throws(UnavailableReason) -> String {
        guard let address = try addresses.lasting(family, of: interface).first else { throw .noData }
        return address
    }

    /// All but those that have a sensor of their own.
    private mutating func otherAddresses(
        of interface: NetworkInterface
    ) throws(UnavailableReason) -> (value: SensorValue, attributes: [String: SensorValue]) {
        var count = 0
        var attributes: [String: SensorValue] = [:]
        for family in InterfaceAddress.Family.allCases {
            let others = try addresses.lasting(family, of: interface).dropFirst()
            count += others.count
            guard !others.isEmpty else { continue }
            attributes[family.word] = .text(others.prefix(Self.mostOtherAddresses).joined(separator: ", "))
        }
        return (.integer(Int64(count)), attributes)
    }

    /// The interface of the default route with the smallest metric.
    private func defaultInterface() throws(UnavailableReason) -> String {
        let name = try Routes.defaultInterface(links, files) { names[$0] }
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
