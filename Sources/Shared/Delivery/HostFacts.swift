/// What a server is told of this machine when it is introduced.
package struct HostFacts: Sendable, Hashable {
    /// `ThinkPad T480`
    package var model: String
    /// `LENOVO`
    package var manufacturer: String
    /// `Debian GNU/Linux`
    package var osName: String
    /// `12 (bookworm)`; never empty, since Home Assistant fails without it.
    package var osVersion: String

    package init(model: String, manufacturer: String, osName: String, osVersion: String) {
        self.model = model
        self.manufacturer = manufacturer
        self.osName = osName
        self.osVersion = osVersion
    }

    /// Reads them from the machine in force: `/etc/os-release` and `/sys/class/dmi/id` or the device tree.
    package static func read() -> HostFacts {
        let files = Current.files
        // An absent file only means that the fact is unknown.
        func fact(_ path: String) -> String? {
            (try? files.text(path))?.printable(limit: 64)
        }
        var release: [Substring: String] = [:]
        let bytes = (try? files.readWhole("/etc/os-release", limit: 65536)) ?? []
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            guard let equals = line.firstIndex(of: "=") else { continue }
            let quotes: (Character) -> Bool = { $0 == "\"" || $0 == "'" }
            release[line[..<equals]] = String(line[equals...].dropFirst().drop(while: quotes).prefix { !quotes($0) })
        }
        return HostFacts(
            model: fact("/sys/class/dmi/id/product_name") ?? fact("/sys/firmware/devicetree/base/model")
                ?? "Linux machine",
            manufacturer: fact("/sys/class/dmi/id/sys_vendor") ?? "Linux",
            osName: release["NAME"]?.printable(limit: 64) ?? "Linux",
            osVersion: (release["VERSION"] ?? release["VERSION_ID"])?.printable(limit: 64) ?? "unknown"
        )
    }
}
