import CMnl
import Shared

extension WirelessStation {
    /// - Parameter attributes: Of an answer to `NL80211_CMD_GET_STATION`.
    /// - Returns: `nil` for a neighbour that is talked to past the access point (TDLS).
    init?(_ attributes: NetlinkAttributes) {
        var station = WirelessStation(address: [])
        var isNeighbour = false
        attributes.forEach { number, payload in
            switch UInt32(number) {
            case NL80211_ATTR_MAC.rawValue: station.address = Array(payload)
            case NL80211_ATTR_STA_INFO.rawValue:
                NetlinkAttributes(payload).forEach { number, payload in
                    if UInt32(number) == NL80211_STA_INFO_STA_FLAGS.rawValue {
                        isNeighbour = Self.isNeighbour(payload)
                    } else {
                        station.take(number, payload)
                    }
                }
            default: break
            }
        }
        guard station.address.count == 6, !isNeighbour else { return nil }
        self = station
    }

    private mutating func take(_ number: Int, _ payload: UnsafeRawBufferPointer) {
        switch UInt32(number) {
        case NL80211_STA_INFO_SIGNAL.rawValue: signal = payload.value(Int8.self)
        case NL80211_STA_INFO_SIGNAL_AVG.rawValue: averageSignal = payload.value(Int8.self)
        case NL80211_STA_INFO_TX_BITRATE.rawValue: sendBitRate = Self.bitRate(NetlinkAttributes(payload))
        default: break
        }
    }

    /// Told in steps of 100 kbit/s, in 32 bits and, by old kernels, in 16 alone.
    private static func bitRate(_ attributes: NetlinkAttributes) -> UInt64? {
        var long: UInt32?
        var short: UInt16?
        attributes.forEach { number, payload in
            switch UInt32(number) {
            case NL80211_RATE_INFO_BITRATE32.rawValue: long = payload.value(UInt32.self)
            case NL80211_RATE_INFO_BITRATE.rawValue: short = payload.value(UInt16.self)
            default: break
            }
        }
        return (long ?? short.map(UInt32.init)).map { UInt64($0) * 100_000 }
    }

    /// - Parameter payload: `nl80211_sta_flag_update`: which flags are known, and which are set.
    private static func isNeighbour(_ payload: UnsafeRawBufferPointer) -> Bool {
        guard let set = payload.value(UInt32.self, at: MemoryLayout<UInt32>.size) else { return false }
        return set & 1 << NL80211_STA_FLAG_TDLS_PEER.rawValue != 0
    }
}
