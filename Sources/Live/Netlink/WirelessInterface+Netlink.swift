import CMnl
import Shared

extension WirelessInterface {
    /// - Parameter attributes: Of an answer to `NL80211_CMD_GET_INTERFACE`.
    /// - Returns: `nil` for what has no network interface, such as the part of a card that seeks peers.
    init?(_ attributes: NetlinkAttributes) {
        var link: Int32?
        var type: UInt32?
        var name: [UInt8]?
        var frequency: UInt32?
        attributes.forEach { number, payload in
            switch UInt32(number) {
            case NL80211_ATTR_IFINDEX.rawValue: link = payload.value(Int32.self)
            case NL80211_ATTR_IFTYPE.rawValue: type = payload.value(UInt32.self)
            case NL80211_ATTR_SSID.rawValue: name = Array(payload.prefix(32))
            case NL80211_ATTR_WIPHY_FREQ.rawValue: frequency = payload.value(UInt32.self)
            default: break
            }
        }
        guard let link else { return nil }
        let clients = [NL80211_IFTYPE_STATION.rawValue, NL80211_IFTYPE_P2P_CLIENT.rawValue]
        self.init(
            link: link,
            isClient: type.map(clients.contains) ?? false,
            networkName: name,
            frequency: frequency
        )
    }
}
