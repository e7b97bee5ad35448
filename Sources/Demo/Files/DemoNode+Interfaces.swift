import Shared

extension DemoNode {
    /// `/sys/class/net` and what `/proc/net` says of the same interfaces.
    static func addInterfaces(to nodes: inout [String: DemoNode]) {
        for interface in DemoInterface.all {
            nodes["/sys/class/net/\(interface.name)"] = .link("../../devices/\(interface.path)")
            let folder = "/sys/devices/\(interface.path)"
            nodes["\(folder)/device"] = .link("../../../\(interface.device.split(separator: "/").last ?? "")")
            var files = [
                ("addr_assign_type", "0"), ("address", interface.hardwareAddress), ("carrier", "1"),
                ("dev_port", "0"), ("flags", "0x1003"), ("ifindex", "\(interface.index)"),
                ("iflink", "\(interface.index)"), ("mtu", "1500"), ("operstate", "up"), ("type", "1"),
            ]
            if let speed = interface.speed { files += [("speed", "\(speed)"), ("duplex", "full")] }
            let type = interface.isWireless ? "DEVTYPE=wlan\n" : ""
            files.append(("uevent", "\(type)INTERFACE=\(interface.name)\nIFINDEX=\(interface.index)"))
            for (name, value) in files { nodes["\(folder)/\(name)"] = .text(value + "\n") }
            nodes["\(folder)/statistics/rx_bytes"] = .file { "\(interface.receivedBytes(on: $0))\n" }
            nodes["\(folder)/statistics/tx_bytes"] = .file { "\(interface.sentBytes(on: $0))\n" }
            if interface.isWireless {
                nodes["\(folder)/phy80211"] = .link("../../ieee80211/phy9")
                nodes["/sys/devices/\(interface.device)/ieee80211/phy9/index"] = .text("9\n")
            }
        }
        let routeHeader = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"
        nodes["/proc/net/route"] = .lines(header: routeHeader) { _ in
            DemoInterface.all.map { interface in
                let metric = interface.defaultRoute.metric
                return "\(interface.name)\t00000000\t010200C0\t0003\t0\t0\t\(metric)\t00000000\t0\t0\t0\n"
                    + "\(interface.name)\t000200C0\t00000000\t0001\t0\t0\t\(metric)\t00FFFFFF\t0\t0\t0\n"
            }.joined()
        }
        nodes["/proc/net/if_inet6"] = .lines(header: "") { _ in
            DemoInterface.all.map { interface in
                "\(interface.ipv6) \(String(interface.index, radix: 16)) 40 00 80 \(interface.name)\n"
            }.joined()
        }
    }
}
