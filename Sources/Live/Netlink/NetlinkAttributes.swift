import CMnl

/// The attributes of a netlink message, or those inside of one of them, walked by libmnl. Valid as long as their bytes.
struct NetlinkAttributes {
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// Calls for each attribute up to the first one that does not fit into the bytes.
    ///
    /// - Parameter body: Gets the attribute's number and payload, which is valid during the call.
    func forEach(_ body: (_ number: Int, _ payload: UnsafeRawBufferPointer) -> Void) {
        guard let start = bytes.baseAddress else { return }
        let end = start + bytes.count
        var next: UnsafePointer<nlattr>? = start.assumingMemoryBound(to: nlattr.self)
        while let attribute = next, mnl_attr_ok(attribute, Int32(end - UnsafeRawPointer(attribute))) {
            let payload = UnsafeRawBufferPointer(
                start: mnl_attr_get_payload(attribute),
                count: Int(mnl_attr_get_payload_len(attribute))
            )
            body(Int(mnl_attr_get_type(attribute)), payload)
            next = UnsafePointer(mnl_attr_next(attribute))
        }
    }
}
