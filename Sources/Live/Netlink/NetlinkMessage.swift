import CMnl

/// One message of the kernel, without its netlink header. Valid only in the call that it is handed to.
struct NetlinkMessage {
    /// `RTM_NEWLINK`
    let type: UInt16
    private let payload: UnsafeRawBufferPointer

    init(type: UInt16, payload: UnsafeRawBufferPointer) {
        self.type = type
        self.payload = payload
    }

    /// The fixed structure in front of the attributes; `nil` when the message is too short for it.
    func header<Header: BitwiseCopyable>(_ type: Header.Type = Header.self) -> Header? {
        payload.value(Header.self)
    }

    /// The attributes behind the fixed structure.
    func attributes<Header: BitwiseCopyable>(after type: Header.Type) -> NetlinkAttributes {
        let size = (MemoryLayout<Header>.size + 3) & ~3
        return NetlinkAttributes(UnsafeRawBufferPointer(rebasing: payload.dropFirst(size)))
    }
}
