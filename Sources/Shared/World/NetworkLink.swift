/// One network interface as rtnetlink describes it.
package struct NetworkLink: Sendable, Hashable {
    /// The kernel's words for `IF_OPER_*`, as in `/sys/class/net/<name>/operstate`.
    package enum OperationalState: String, Sendable, Hashable, CaseIterable {
        case unknown, notpresent, down, lowerlayerdown, testing, dormant, up
    }

    /// Counts up and is not given again while the machine runs; a rename keeps it.
    package var index: Int32
    /// `enp3s0`; may hold a hardware address, and may change.
    package var name: String
    /// The kernel's word for interfaces that are made: `veth`, `bridge`, `wireguard`; `nil` for hardware and loopback.
    package var kind: String?
    package var isLoopback: Bool
    /// The device that it belongs to, by its name on its bus, such as `0000:03:00.0`; `nil` where there is none, and on
    /// kernels before 5.14.
    package var parent: String?
    /// The address that the hardware was made with; `nil` where there is none. It identifies the machine.
    package var permanentAddress: [UInt8]?
    /// `IFF_UP`: its administrator wants it up.
    package var isWantedUp: Bool
    package var hasCarrier: Bool
    package var operationalState: OperationalState
    /// Bytes since the counter was last at 0.
    package var receivedBytes: UInt64
    /// Bytes since the counter was last at 0.
    package var sentBytes: UInt64

    package init(
        index: Int32,
        name: String,
        kind: String? = nil,
        isLoopback: Bool = false,
        parent: String? = nil,
        permanentAddress: [UInt8]? = nil,
        isWantedUp: Bool = true,
        hasCarrier: Bool = true,
        operationalState: OperationalState = .up,
        receivedBytes: UInt64 = 0,
        sentBytes: UInt64 = 0
    ) {
        self.index = index
        self.name = name
        self.kind = kind
        self.isLoopback = isLoopback
        self.parent = parent
        self.permanentAddress = permanentAddress
        self.isWantedUp = isWantedUp
        self.hasCarrier = hasCarrier
        self.operationalState = operationalState
        self.receivedBytes = receivedBytes
        self.sentBytes = sentBytes
    }
}
