import SensorSDK
import Shared

/// The addresses of all interfaces, asked for at most once: of netlink, or of `/proc/net/if_inet6` where there is none.
struct Addresses {
    private enum All {
        case kernel([InterfaceAddress])
        /// By the name of the interface; IPv6 alone.
        case file([String: [InterfaceAddress]])
    }

    private static let file = "/proc/net/if_inet6"

    private let links: any NetworkLinks
    private let files: any FileTree
    private var all: Result<All, UnavailableReason>?

    init(_ links: any NetworkLinks, _ files: any FileTree) {
        self.links = links
        self.files = files
    }

    /// Whether addresses of a family can be known here at all: no file tells IPv4 ones, and a kernel may lack IPv6.
    mutating func knows(_ family: InterfaceAddress.Family) -> Bool {
        let all: All
        do throws(UnavailableReason) {
            all = try read()
        } catch {
            return true
        }
        guard case .kernel(let addresses) = all else { return family == .ipv6 && hasFile }
        return family == .ipv4 || hasFile || addresses.contains { $0.family == .ipv6 }
    }

    /// - Returns: As people write them: the address to show, and others that last.
    mutating func lasting(
        _ family: InterfaceAddress.Family,
        of interface: NetworkInterface
    ) throws(UnavailableReason) -> [String] {
        let own =
            switch try read() {
            case .kernel(let addresses): addresses.filter { $0.link == interface.index }
            case .file(let addresses): addresses[interface.name] ?? []
            }
        return InterfaceAddress.lasting(own, family).compactMap(\.text)
    }

    private var hasFile: Bool {
        do throws(FileError) {
            _ = try files.read(Self.file, limit: 1)
            return true
        } catch {
            return !error.isAbsence
        }
    }

    private mutating func read() throws(UnavailableReason) -> All {
        if let all { return try all.get() }
        let result: Result<All, UnavailableReason>
        do throws(NetworkLinksError) {
            result = .success(.kernel(try links.addresses()))
        } catch .absent {
            result = readFile()
        } catch {
            result = .failure(error.reason)
        }
        all = result
        return try result.get()
    }

    private func readFile() -> Result<All, UnavailableReason> {
        do throws(FileError) {
            let text = String(decoding: try files.readWhole(Self.file, limit: 4 << 20), as: UTF8.self)
            let named = text.split(separator: "\n").compactMap { InterfaceAddress.named(inLine: $0) }
            return .success(.file(Dictionary(grouping: named) { $0.name }.mapValues { $0.map(\.address) }))
        } catch {
            return error.isAbsence ? .success(.file([:])) : .failure(error.reason)
        }
    }
}
