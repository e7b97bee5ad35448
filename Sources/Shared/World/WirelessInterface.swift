/// A Wi-Fi interface as nl80211 describes it.
package struct WirelessInterface: Sendable, Hashable {
    /// ``NetworkLink/index``
    package var link: Int32
    /// Whether it looks for an access point, as a laptop does, instead of being one.
    package var isClient: Bool
    /// Name of the network, 0...32 arbitrary bytes; `nil` while there is none. It tells where the machine is.
    package var networkName: [UInt8]?
    /// MHz of the channel's centre; `nil` while there is none.
    package var frequency: UInt32?

    package init(link: Int32, isClient: Bool, networkName: [UInt8]? = nil, frequency: UInt32? = nil) {
        self.link = link
        self.isClient = isClient
        self.networkName = networkName
        self.frequency = frequency
    }
}
