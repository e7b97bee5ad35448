import SensorSDK
import Shared

/// What nl80211 says of the Wi-Fi interfaces, each question asked at most once.
struct Wireless {
    private let links: any NetworkLinks
    private var interfaces: Result<[WirelessInterface], NetworkLinksError>?
    private var accessPoints: [Int32: Result<WirelessStation?, NetworkLinksError>] = [:]

    init(_ links: any NetworkLinks) {
        self.links = links
    }

    /// What can be offered of an interface; asks no card.
    mutating func readings(of interface: NetworkInterface) -> [NetworkReading] {
        guard let known = try? entry(of: interface) else { return [] }
        return known.isClient
            ? [.networkName, .accessPoint, .signal, .bitRate, .frequency] : [.networkName, .frequency]
    }

    /// Name of the network. An access point may keep it to itself.
    mutating func networkName(of interface: NetworkInterface) throws(UnavailableReason) -> String {
        guard let name = try entry(of: interface).networkName else { throw try Self.missing(interface) }
        return try NetworkName.text(name)
    }

    /// MHz
    mutating func frequency(of interface: NetworkInterface) throws(UnavailableReason) -> Int64 {
        guard let frequency = try entry(of: interface).frequency, frequency > 0 else {
            throw try Self.missing(interface)
        }
        return Int64(frequency)
    }

    /// BSSID
    mutating func accessPoint(of interface: NetworkInterface) throws(UnavailableReason) -> String {
        HardwareAddress.text(try station(of: interface).address)
    }

    /// dBm. Drivers without a value tell 0, and some garbage.
    mutating func signal(of interface: NetworkInterface) throws(UnavailableReason) -> Int64 {
        let station = try station(of: interface)
        guard let signal = station.signal ?? station.averageSignal else { throw .noData }
        guard (-127 ... -1).contains(signal) else { throw .implausible }
        return Int64(signal)
    }

    /// Mbit/s
    mutating func bitRate(of interface: NetworkInterface) throws(UnavailableReason) -> Double {
        guard let rate = try station(of: interface).sendBitRate, rate > 0 else { throw .noData }
        return Double(rate) / 1_000_000
    }

    private mutating func entry(of interface: NetworkInterface) throws(UnavailableReason) -> WirelessInterface {
        let result: Result<[WirelessInterface], NetworkLinksError>
        if let interfaces {
            result = interfaces
        } else {
            do throws(NetworkLinksError) {
                result = .success(try links.wirelessInterfaces())
            } catch {
                result = .failure(error)
            }
            interfaces = result
        }
        let all: [WirelessInterface]
        do throws(NetworkLinksError) {
            all = try result.get()
        } catch {
            throw error.reason
        }
        guard let entry = all.first(where: { $0.link == interface.index }) else { throw .noData }
        return entry
    }

    private mutating func station(of interface: NetworkInterface) throws(UnavailableReason) -> WirelessStation {
        guard let index = interface.index, try entry(of: interface).isClient else { throw .notApplicable }
        let result: Result<WirelessStation?, NetworkLinksError>
        if let known = accessPoints[index] {
            result = known
        } else {
            do throws(NetworkLinksError) {
                result = .success(try links.accessPoint(of: index))
            } catch {
                result = .failure(error)
            }
            accessPoints[index] = result
        }
        do throws(NetworkLinksError) {
            if let station = try result.get() { return station }
        } catch {
            throw error.reason
        }
        throw try Self.missing(interface)
    }

    /// Why a connection has no such value: there is none, or it is not told.
    private static func missing(_ interface: NetworkInterface) throws(UnavailableReason) -> UnavailableReason {
        var interface = interface
        return try interface.isUp() ? .noData : .notApplicable
    }
}
