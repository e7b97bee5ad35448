import Glibc
import SensorSDK
import Shared

/// The addresses of all interfaces, asked for at most once.
struct Addresses {
    private static let flagsFile = "/proc/net/if_inet6"

    private let links: any NetworkLinks
    private let files: any FileTree
    private var all: Result<[InterfaceAddress], UnavailableReason>?
    private var ipv6: Result<[IPv6Entry], UnavailableReason>?

    init(_ links: any NetworkLinks, _ files: any FileTree) {
        self.links = links
        self.files = files
    }

    /// Whether the kernel has IPv6 at all.
    var knowsIPv6: Bool {
        do throws(FileError) {
            _ = try files.read(Self.flagsFile, limit: 1)
            return true
        } catch {
            return !error.isAbsence
        }
    }

    /// The first address in the kernel's order, which puts primary ones first, that is valid beyond this link.
    mutating func ipv4(of interface: String) throws(UnavailableReason) -> String {
        let address = try addresses().first { address in
            // An address with a label is listed under `eth0:label`.
            address.family == .ipv4 && address.interface.prefix { $0 != ":" } == interface[...]
                && Self.isGlobal(address.bytes)
        }
        guard let address else { throw .noData }
        return address.text.printable(limit: 64)
    }

    /// A stable address: global, not made up for privacy, not about to go; set by hand before learned, public before
    /// unique-local, and else the lowest, so that the state does not follow the order of a hash table.
    mutating func ipv6(of interface: String) throws(UnavailableReason) -> String {
        let best = try entries().filter { $0.interface == interface && $0.isStable }.min { $0.rank < $1.rank }
        guard let best, let text = best.text else { throw .noData }
        return text
    }

    private mutating func addresses() throws(UnavailableReason) -> [InterfaceAddress] {
        if let all { return try all.get() }
        let result: Result<[InterfaceAddress], UnavailableReason>
        do throws(FileError) {
            result = .success(try links.addresses())
        } catch {
            result = .failure(error.reason)
        }
        all = result
        return try result.get()
    }

    private mutating func entries() throws(UnavailableReason) -> [IPv6Entry] {
        if let ipv6 { return try ipv6.get() }
        let result: Result<[IPv6Entry], UnavailableReason>
        do throws(FileError) {
            let text = String(decoding: try files.readWhole(Self.flagsFile, limit: 4 << 20), as: UTF8.self)
            result = .success(text.split(separator: "\n").compactMap { IPv6Entry($0) })
        } catch {
            result = .failure(error.reason)
        }
        ipv6 = result
        return try result.get()
    }

    private static func isGlobal(_ bytes: [UInt8]) -> Bool {
        bytes.count == 4 && bytes[0] != 0 && bytes[0] != 127 && !(bytes[0] == 169 && bytes[1] == 254)
    }
}
