import CMnl

/// A message to the kernel that asks for a list.
struct NetlinkRequest {
    /// Told again by the kernel in each answer.
    static let sequence: UInt32 = 1

    private var bytes = [UInt8](repeating: 0, count: 256)

    /// - Parameter header: The fixed structure in front of the attributes.
    init<Header: BitwiseCopyable>(listing type: Int, _ header: Header) {
        bytes.withUnsafeMutableBytes { buffer in
            guard let message = mnl_nlmsg_put_header(buffer.baseAddress) else { return }
            message.pointee.nlmsg_type = UInt16(type)
            message.pointee.nlmsg_flags = UInt16(NLM_F_REQUEST | NLM_F_DUMP)
            message.pointee.nlmsg_seq = Self.sequence
            mnl_nlmsg_put_extra_header(message, MemoryLayout<Header>.size)?.storeBytes(of: header, as: Header.self)
        }
    }

    mutating func put(_ number: UInt32, _ value: UInt32) {
        bytes.withUnsafeMutableBytes { buffer in
            guard let start = buffer.baseAddress else { return }
            let message = start.assumingMemoryBound(to: nlmsghdr.self)
            mnl_attr_put_u32_check(message, buffer.count, UInt16(number), value)
        }
    }

    /// - Parameter body: Gets the whole message.
    func withBytes<Answer>(_ body: (UnsafeRawBufferPointer) -> Answer) -> Answer {
        bytes.withUnsafeBytes { buffer in
            let length = buffer.value(nlmsghdr.self).map { Int($0.nlmsg_len) } ?? 0
            return body(UnsafeRawBufferPointer(rebasing: buffer.prefix(length)))
        }
    }
}
