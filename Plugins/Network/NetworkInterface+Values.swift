import SensorSDK
import Shared

extension NetworkInterface {
    /// Up by the kernel's word; some drivers never say one, and are up when they are wanted up and have a carrier.
    mutating func isUp() throws(UnavailableReason) -> Bool {
        switch try operstate() {
        case "up": return true
        case "unknown":
            guard try isWantedUp() else { return false }
            return try hasCarrier()
        default: return false
        }
    }

    /// The kernel's word, such as `lowerlayerdown`.
    mutating func operstate() throws(UnavailableReason) -> String {
        if case .kernel(let link) = source { return link.operationalState.rawValue }
        return try text("operstate").lowercased().printable(limit: 64)
    }

    /// Mbit/s that were agreed on with the other side.
    mutating func speed() throws(UnavailableReason) -> Int64 {
        // Some drivers go on telling the last speed when the cable is out.
        guard try hasCarrier() else { throw .notApplicable }
        guard let speed = Int64(try speedText()) else { throw .malformed }
        guard speed > 0, speed != 65535, speed != 4_294_967_295 else { throw .noData }
        guard speed <= Self.mostSpeed else { throw .implausible }
        return speed
    }

    /// Mbit/s; the fastest cards have 800,000.
    private static let mostSpeed: Int64 = 10_000_000

    /// Read once: the driver may have to ask the card.
    private mutating func speedText() throws(UnavailableReason) -> String {
        if let known = speedAnswer { return try known.get() }
        let answer: Result<String, UnavailableReason>
        do throws(FileError) {
            let text = try facts.speedFolder.map { folder throws(FileError) in try files.text("\(folder)/speed") }
            answer = (text ?? nil).map { .success($0) } ?? .failure(.noData)
        } catch {
            answer = .failure(files.reason(for: error, in: facts.speedFolder ?? ""))
        }
        speedAnswer = answer
        return try answer.get()
    }

    /// Bytes since the counter was last at 0.
    mutating func received() throws(UnavailableReason) -> UInt64 {
        if case .kernel(let link) = source { return link.receivedBytes }
        return try counter("statistics/rx_bytes")
    }

    /// Bytes since the counter was last at 0.
    mutating func sent() throws(UnavailableReason) -> UInt64 {
        if case .kernel(let link) = source { return link.sentBytes }
        return try counter("statistics/tx_bytes")
    }

    /// `IFF_UP`: its administrator wants it up.
    private mutating func isWantedUp() throws(UnavailableReason) -> Bool {
        if case .kernel(let link) = source { return link.isWantedUp }
        let text = try text("flags")
        guard text.hasPrefix("0x"), let flags = UInt32(text.dropFirst(2), radix: 16) else { throw .malformed }
        return flags & 1 != 0
    }

    private mutating func hasCarrier() throws(UnavailableReason) -> Bool {
        if case .kernel(let link) = source { return link.hasCarrier }
        do throws(UnavailableReason) {
            guard let carrier = Int64(try text("carrier")) else { throw UnavailableReason.malformed }
            return carrier == 1
        } catch .noData {
            // The kernel refuses to say (EINVAL) while the interface is administratively down.
            return false
        }
    }

    private mutating func counter(_ file: String) throws(UnavailableReason) -> UInt64 {
        guard let count = UInt64(try text(file)) else { throw .malformed }
        return count
    }

    /// A file of an interface that is told by files.
    private mutating func text(_ file: String) throws(UnavailableReason) -> String {
        guard case .files(var attributes) = source else { throw .noData }
        defer { source = .files(attributes) }
        return try attributes.text(file)
    }
}
