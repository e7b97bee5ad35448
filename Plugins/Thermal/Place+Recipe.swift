import SensorSDK
import Shared

extension Place {
    /// Finds the place of a chip by walking up from its device.
    ///
    /// - Parameters:
    ///   - device: What `hwmonN/device` points to.
    ///   - disks: The block devices that udev knows.
    /// - Throws: When a file that tells which device it is can't be read.
    init(of device: DeviceFolder, disks: [Device], context: ProviderContext) throws(FileError) {
        let chain = device.chain
        let facts = try Facts(chain)
        // A disk that udev does not know yet.
        var isUnknownDisk = false
        for folder in chain {
            if var found = try Self.found(at: folder, facts, disks, context) {
                if isUnknownDisk { found.isPreliminary = true }
                self = found
                return
            }
            if folder.subsystem == "scsi" { isUnknownDisk = true }
        }
        self.init(key: device.stablePath, isDrive: facts.isDrive, isPreliminary: facts.isDrive)
    }

    /// What the folders above a chip tell about it, wherever its key comes from.
    private struct Facts {
        var pci: String?
        var model: String?
        var isDrive = false
        var isGraphics = false
        var proof: Proof?

        init(_ chain: [DeviceFolder]) throws(FileError) {
            for folder in chain {
                switch folder.subsystem {
                case "nvme"?, "scsi"?:
                    isDrive = true
                    model = model ?? folder.text("model")
                    let name = folder.subsystem == "nvme" ? "serial" : "wwid"
                    if proof == nil { proof = try Proof(of: folder, name) }
                case "pci"? where pci == nil:
                    pci = folder.name
                    // Class 03 of the PCI bus: display controllers. The kernel answers from memory.
                    isGraphics = folder.text("class")?.hasPrefix("0x03") ?? false
                default: continue
                }
            }
        }

        func place(
            _ key: String,
            shown: String? = nil,
            isPreliminary: Bool = false,
            proof: Proof? = nil
        ) -> Place {
            Place(
                key: key,
                shown: shown ?? pci,
                model: model,
                isDrive: isDrive,
                isGraphics: isGraphics,
                isPreliminary: isPreliminary,
                proof: proof ?? self.proof
            )
        }
    }

    /// What one folder says of the place; `nil` sends the search on upwards.
    private static func found(
        at folder: DeviceFolder,
        _ facts: Facts,
        _ disks: [Device],
        _ context: ProviderContext
    ) throws(FileError) -> Place? {
        switch folder.subsystem {
        case "nvme"?: try folder.identity("serial").map { facts.place(context.id(for: $0)) }
        case "scsi"?: try disk(folder, facts, disks, context)
        case "hid"?: try hid(folder, facts, context)
        case "usb"?: folder.usbPort.map { facts.place($0, shown: $0) }
        case "i2c"?: i2c(folder, facts)
        case "thermal"?: try thermalZone(folder, facts)
        case "pci"?, "platform"?: facts.place(folder.name, shown: folder.name)
        case "acpi"?: facts.place(try folder.identity("path") ?? folder.name, shown: folder.name)
        default: nil
        }
    }

    private static func disk(
        _ folder: DeviceFolder,
        _ facts: Facts,
        _ disks: [Device],
        _ context: ProviderContext
    ) throws(FileError) -> Place? {
        let port = try ataPort(folder)
        let disk = disks.first { "/sys\($0.path)".hasPrefix("\(folder.path)/block/") && $0.deviceType == "disk" }
        if let serial = disk?.properties["ID_WWN"] ?? disk?.properties["ID_SERIAL"], !serial.isEmpty {
            return facts.place(context.id(for: serial), shown: port, isPreliminary: facts.proof == nil)
        }
        return port.map { facts.place($0, shown: $0, isPreliminary: true) }
    }

    /// `0000:00:17.0-ata1`: the controller, and the number of the port on it, where the kernel tells that, else of all ports.
    private static func ataPort(_ folder: DeviceFolder) throws(FileError) -> String? {
        guard let port = folder.chain.first(where: { DeviceFolder.isNumbered($0.name, "ata") }),
            let controller = port.parent?.name
        else { return nil }
        let number = try DeviceFolder(path: "\(port.path)/ata_port/\(port.name)").identity("port_no")
        return "\(controller)-\(number.map { "ata\($0)" } ?? port.name)"
    }

    private static func hid(
        _ folder: DeviceFolder,
        _ facts: Facts,
        _ context: ProviderContext
    ) throws(FileError) -> Place? {
        let kind = try folder.property("HID_ID") ?? String(folder.name.prefix { $0 != "." })
        if let unique = try folder.property("HID_UNIQ") {
            let proof = try Proof(of: folder, "uevent")
            return facts.place(context.id(for: kind, unique), shown: folder.usbPort, proof: proof)
        }
        return folder.usbPort.map { facts.place("\($0)-\(kind)", shown: $0) }
    }

    /// The bus's parent and the address on the bus: the number of the bus itself is counted up.
    private static func i2c(_ folder: DeviceFolder, _ facts: Facts) -> Place? {
        guard !DeviceFolder.isNumbered(folder.name, "i2c-"),
            let parent = folder.chain.dropFirst().first(where: { !DeviceFolder.isNumbered($0.name, "i2c-") })
        else { return nil }
        let address = folder.name.split(separator: "-", maxSplits: 1).last.map(String.init) ?? folder.name
        let channel = folder.parent.flatMap { Self.channel(of: $0, at: parent) }.map { "-\($0)" } ?? ""
        return facts.place("\(parent.stablePath)\(channel)-\(address)", shown: "\(parent.name)\(channel)-\(address)")
    }

    /// Which channel of a multiplexer a bus is; `nil` for one that hangs on none.
    private static func channel(of bus: DeviceFolder, at parent: DeviceFolder) -> String? {
        // What can't be listed has no channels.
        let names = (try? Current.files.entries(of: parent.path)) ?? []
        return names.first { name in
            // Links of which each leads to the bus of its channel.
            name.hasPrefix("channel-") && (try? Current.files.resolved("\(parent.path)/\(name)")) == bus.path
        }
    }

    /// The firmware's name of the zone, else the ordinal among zones of one type: nothing else tells them apart.
    private static func thermalZone(_ folder: DeviceFolder, _ facts: Facts) throws(FileError) -> Place? {
        if let path = try folder.identity("device/path") {
            return facts.place(path, shown: path, proof: Proof(file: "\(folder.path)/device/path", text: path))
        }
        guard let type = try folder.identity("type"), let number = zoneNumber(folder.name), let parent = folder.parent
        else { return nil }
        var before = 0
        for name in try Current.files.entries(of: parent.path) {
            guard let earlier = zoneNumber(name), earlier < number else { continue }
            let zone = DeviceFolder(path: "\(parent.path)/\(name)")
            let kind = try zone.identity("type").map(Chip.stablePrefix)
            if kind == Chip.stablePrefix(type), try zone.identity("device/path") == nil { before += 1 }
        }
        return facts.place("\(before)", shown: "zone \(before + 1)")
    }

    private static func zoneNumber(_ name: String) -> Int? {
        name.hasPrefix("thermal_zone") ? Int(name.dropFirst("thermal_zone".count)) : nil
    }
}

extension Place.Proof {
    fileprivate init?(of folder: DeviceFolder, _ name: String) throws(FileError) {
        guard let text = try folder.identity(name) else { return nil }
        self.init(file: "\(folder.path)/\(name)", text: text)
    }
}
