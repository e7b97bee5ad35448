import Glibc
package import Shared

/// The addresses that `getifaddrs` gives.
package struct LiveNetworkLinks: NetworkLinks {
    package init() {}

    package func addresses() throws(FileError) -> [InterfaceAddress] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { throw FileError(path: "the network addresses", code: errno) }
        defer { freeifaddrs(list) }
        var addresses: [InterfaceAddress] = []
        var next = list
        while let entry = next {
            next = entry.pointee.ifa_next
            guard let address = entry.pointee.ifa_addr else { continue }
            // An IPv4 alias label ("eth0:1") names an address; an interface's own name never holds a colon.
            let interface = String(String(cString: entry.pointee.ifa_name).prefix { $0 != ":" })
            if let address = InterfaceAddress(interface: interface, socketAddress: address) {
                addresses.append(address)
            }
        }
        return addresses
    }
}
