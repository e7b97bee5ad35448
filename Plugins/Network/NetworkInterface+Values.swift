import SensorSDK
import Shared

extension NetworkInterface {
    /// `IFF_UP`: its administrator wants it up.
    private static let isUpFlag: UInt32 = 1

    /// Up by the kernel's word; some drivers never say one, and are up when they are wanted up and have a carrier.
    mutating func isUp() throws(UnavailableReason) -> Bool {
        switch try attributes.text("operstate") {
        case "up": return true
        case "unknown":
            guard try isWantedUp() else { return false }
            return try hasCarrier()
        default: return false
        }
    }

    /// The kernel's word, such as `lowerlayerdown`.
    mutating func operstate() throws(UnavailableReason) -> String {
        try attributes.text("operstate").lowercased().printable(limit: 64)
    }

    /// Mbit/s that were agreed on with the other side.
    mutating func speed() throws(UnavailableReason) -> Int64 {
        // Some drivers go on telling the last speed when the cable is out.
        guard try hasCarrier() else { throw .notApplicable }
        let speed = try attributes.integer("speed")
        guard speed > 0, speed != 65535, speed != 4_294_967_295 else { throw .noData }
        return speed
    }

    /// Bytes since the counter was last at 0.
    mutating func received() throws(UnavailableReason) -> UInt64 {
        try attributes.integer("statistics/rx_bytes", as: UInt64.self)
    }

    /// Bytes since the counter was last at 0.
    mutating func sent() throws(UnavailableReason) -> UInt64 {
        try attributes.integer("statistics/tx_bytes", as: UInt64.self)
    }

    private mutating func isWantedUp() throws(UnavailableReason) -> Bool {
        let text = try attributes.text("flags")
        guard text.hasPrefix("0x"), let flags = UInt32(text.dropFirst(2), radix: 16) else { throw .malformed }
        return flags & Self.isUpFlag != 0
    }

    private mutating func hasCarrier() throws(UnavailableReason) -> Bool {
        do throws(UnavailableReason) {
            return try attributes.integer("carrier") == 1
        } catch .noData {
            // The kernel refuses to say (EINVAL) while the interface is administratively down.
            return false
        }
    }
}
