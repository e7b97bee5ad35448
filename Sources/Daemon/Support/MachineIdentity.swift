import Shared

/// What tells this machine from a copy of its disk.
enum MachineIdentity {
    /// A hash that means nothing outside of this installation; `nil` where the machine has no id, as in an image that was not
    /// started yet.
    ///
    /// Source: `/etc/machine-id`, see machine-id(5).
    static func hash(salt: [UInt8], sha256: ([UInt8]) -> [UInt8]) -> [UInt8]? {
        // A machine whose id can't be read is no copy of another one.
        guard let id = (try? Current.files.text("/etc/machine-id")) ?? nil, id.utf8.count == 32,
            id.utf8.allSatisfy({ isDigit($0) })
        else { return nil }
        return sha256(salt + Array("sensor-agent machine ".utf8) + Array(id.utf8))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
