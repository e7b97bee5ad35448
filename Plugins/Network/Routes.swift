import SensorSDK
import Shared

/// The default routes: of netlink, or of `/proc/net/route` and `/proc/net/ipv6_route` where there is none.
enum Routes {
    private static let ipv4 = "/proc/net/route"
    private static let ipv6 = "/proc/net/ipv6_route"
    private static let isUp: UInt32 = 0x1
    private static let isReject: UInt32 = 0x200

    /// Whether there is a way to know them.
    static func canBeKnown(_ links: any NetworkLinks, _ files: any FileTree) -> Bool {
        do throws(NetworkLinksError) {
            _ = try links.defaultRoutes()
            return true
        } catch {
            guard error == .absent else { return true }
        }
        return [ipv4, ipv6].contains { path in
            do throws(FileError) {
                _ = try files.read(path, limit: 1)
                return true
            } catch {
                return !error.isAbsence
            }
        }
    }

    /// The interface of the default route with the smallest metric; IPv6 counts where IPv4 has none.
    ///
    /// - Parameter name: The name of an interface by its number.
    static func defaultInterface(
        _ links: any NetworkLinks,
        _ files: any FileTree,
        name: (Int32) -> String?
    ) throws(UnavailableReason) -> String {
        let routes: [DefaultRoute]
        do throws(NetworkLinksError) {
            routes = try links.defaultRoutes()
        } catch {
            guard error == .absent else { throw error.reason }
            return try defaultInterface(in: files)
        }
        for family: InterfaceAddress.Family in [.ipv4, .ipv6] {
            let best = routes.filter { $0.family == family }.min { $0.metric < $1.metric }
            if let best, let name = name(best.link) { return name }
        }
        throw .noData
    }

    private static func defaultInterface(in files: any FileTree) throws(UnavailableReason) -> String {
        var failure: UnavailableReason?
        for (path, parse) in [(ipv4, ipv4Default), (ipv6, ipv6Default)] {
            do throws(FileError) {
                let text = String(decoding: try files.readWhole(path, limit: 8 << 20), as: UTF8.self)
                let routes = text.split(separator: "\n").compactMap { parse($0.split { $0 == "\t" || $0 == " " }) }
                if let best = routes.min(by: { $0.metric < $1.metric }) { return best.interface }
            } catch {
                if !error.isAbsence { failure = failure ?? error.reason }
            }
        }
        throw failure ?? .noData
    }

    private typealias Route = (interface: String, metric: UInt32)

    /// Interface, destination, gateway, flags, references, uses, metric, mask and more; metric in decimal.
    @Sendable private static func ipv4Default(_ fields: [Substring]) -> Route? {
        guard fields.count >= 8, UInt32(fields[1], radix: 16) == 0, UInt32(fields[7], radix: 16) == 0,
            let flags = UInt32(fields[3], radix: 16), let metric = UInt32(fields[6])
        else { return nil }
        guard flags & isUp != 0, flags & isReject == 0 else { return nil }
        return (String(fields[0]), metric)
    }

    /// Destination and its length, source and its length, gateway, metric, references, uses, flags, interface; metric in
    /// hexadecimal.
    @Sendable private static func ipv6Default(_ fields: [Substring]) -> Route? {
        guard fields.count >= 10, fields[0].allSatisfy({ $0 == "0" }), UInt8(fields[1], radix: 16) == 0,
            let metric = UInt32(fields[5], radix: 16), let flags = UInt32(fields[8], radix: 16)
        else { return nil }
        guard flags & isUp != 0, flags & isReject == 0, metric != .max, fields[9] != "lo" else { return nil }
        return (String(fields[9]), metric)
    }
}
