/// The other side of a Wi-Fi connection.
package struct WirelessStation: Sendable, Hashable {
    /// Its hardware address, 6 bytes: for an access point the BSSID, which tells where the machine is.
    package var address: [UInt8]
    /// dBm of the last frame, as the driver tells it.
    package var signal: Int8?
    /// dBm over the last frames.
    package var averageSignal: Int8?
    /// Bits a second at which was sent last.
    package var sendBitRate: UInt64?

    package init(
        address: [UInt8],
        signal: Int8? = nil,
        averageSignal: Int8? = nil,
        sendBitRate: UInt64? = nil
    ) {
        self.address = address
        self.signal = signal
        self.averageSignal = averageSignal
        self.sendBitRate = sendBitRate
    }
}
