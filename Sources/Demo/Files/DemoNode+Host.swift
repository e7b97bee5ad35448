extension DemoNode {
    /// Name and maker of the whole demo machine, and its loopback interface.
    static func addHost(to nodes: inout [String: DemoNode]) {
        nodes["/etc/os-release"] = .text(
            """
            PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"
            NAME="Debian GNU/Linux"
            VERSION_ID="12"
            VERSION="12 (bookworm)"
            VERSION_CODENAME=bookworm
            ID=debian

            """
        )
        nodes["/etc/machine-id"] = .text("de300000de300000de300000de300000\n")
        nodes["/sys/class/dmi/id"] = .link("../../devices/virtual/dmi/id")
        nodes["/sys/devices/virtual/dmi/id/sys_vendor"] = .text("Demo\n")
        nodes["/sys/devices/virtual/dmi/id/product_name"] = .text("Laptop (demo)\n")

        nodes["/sys/class/net/lo"] = .link("../../devices/virtual/net/lo")
        let loopback = [
            ("addr_assign_type", "0"), ("address", "00:00:00:00:00:00"), ("carrier", "1"), ("flags", "0x9"),
            ("ifindex", "1"), ("iflink", "1"), ("mtu", "65536"), ("operstate", "unknown"), ("type", "772"),
            ("statistics/rx_bytes", "4096"), ("statistics/tx_bytes", "4096"),
        ]
        for (name, value) in loopback { nodes["/sys/devices/virtual/net/lo/\(name)"] = .text(value + "\n") }
    }
}
