import SensorSDK

extension ProviderContext {
    /// With a hash that is quick and no secret.
    static var fuzz: ProviderContext {
        ProviderContext(salt: Array(repeating: 0, count: 16)) { bytes in
            let sum = bytes.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
            return (0..<32).map { UInt8(truncatingIfNeeded: sum >> UInt64($0 % 8 * 8)) }
        }
    }
}
