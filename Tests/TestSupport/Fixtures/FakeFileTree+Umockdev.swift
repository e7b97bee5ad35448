import Shared

extension FakeFileTree {
    /// Puts a machine's `/sys` in place of what is there: devices with their `uevent`, `class/` and `bus/` with relative
    /// links, and a `subsystem` link for each device. Errors that were set for paths stay.
    package func load(umockdev description: UmockdevDescription) {
        remove("/sys")
        for folder in ["class", "bus", "devices"] { addFolder("/sys/\(folder)") }
        for entry in description.entries { add(entry) }
    }

    private func add(_ entry: UmockdevDescription.Entry) {
        let path = "/sys" + entry.path
        addFolder(path)
        for attribute in entry.attributes { write(attribute.value, to: "\(path)/\(attribute.name)") }
        for link in entry.links { self.link("\(path)/\(link.name)", to: link.target) }
        if !entry.properties.isEmpty {
            write(entry.properties.map { "\($0.name)=\($0.value)\n" }.joined(), to: "\(path)/uevent")
        }
        guard let subsystem = entry.subsystem else { return }
        let isBus = Self.buses.contains(subsystem)
        let home = isBus ? "bus/\(subsystem)" : "class/\(subsystem)"
        let folder = isBus ? "\(home)/devices" : home
        let name = entry.path.split(separator: "/").last.map(String.init) ?? ""
        addFolder("/sys/\(folder)")
        let up = String(repeating: "../", count: folder.split(separator: "/").count)
        link("/sys/\(folder)/\(name)", to: up + entry.path.dropFirst())
        let upFromDevice = String(repeating: "../", count: entry.path.split(separator: "/").count)
        link("\(path)/subsystem", to: upFromDevice + home)
    }

    private static let buses: Set<String> = ["pci", "platform", "hid", "i2c", "usb", "acpi", "scsi"]
}
