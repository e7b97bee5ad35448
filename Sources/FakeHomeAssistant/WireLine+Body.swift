import Shared

extension WireLine {
    /// Takes what can be read of a request without a key.
    mutating func describe(_ body: [UInt8]) {
        // A body that is no JSON shows nothing.
        guard let outer = try? JSONValue(parsing: body) else { return }
        command = (outer["type"]?.text ?? "").printable(limit: 40)
        guard let sealed = outer["encrypted_data"]?.text else { return }
        sealedBytes = sealed.utf8.count
        sealedStart = String(sealed.prefix(32)).printable(limit: 32)
    }
}
