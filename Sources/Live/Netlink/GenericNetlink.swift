import CMnl
import Shared

/// Generic netlink, whose protocols are found by their name. For one thread at a time.
struct GenericNetlink: ~Copyable {
    private let socket: NetlinkSocket

    init(what: String) throws(NetworkLinksError) {
        socket = try NetlinkSocket(NETLINK_GENERIC, what: what)
    }

    /// The number of a protocol now; `nil` when the kernel does not have it.
    ///
    /// All protocols are listed: asking for one by its name would load its module.
    func number(of name: String) throws(NetworkLinksError) -> UInt16? {
        var found: UInt16?
        _ = try list(UInt16(GENL_ID_CTRL), UInt32(CTRL_CMD_GETFAMILY)) { attributes -> Void? in
            var number: UInt16?
            var isIt = false
            attributes.forEach { attribute, payload in
                if attribute == CTRL_ATTR_FAMILY_ID { number = payload.value(UInt16.self) }
                if attribute == CTRL_ATTR_FAMILY_NAME { isIt = payload.text == name }
            }
            if isIt { found = number }
            return nil
        }
        return found
    }

    /// - Parameters:
    ///   - protocol: Its number now.
    ///   - arguments: Attributes of the request.
    ///   - decode: Gets the attributes of each answer.
    func list<Member>(
        _ protocol: UInt16,
        _ command: UInt32,
        _ arguments: [UInt32: UInt32] = [:],
        _ decode: (NetlinkAttributes) -> Member?
    ) throws(NetworkLinksError) -> [Member] {
        var request = NetlinkRequest(
            listing: Int(`protocol`),
            genlmsghdr(cmd: UInt8(command), version: 1, reserved: 0)
        )
        for (number, value) in arguments { request.put(number, value) }
        var members: [Member] = []
        _ = try socket.list(request) { message in
            if let member = decode(message.attributes(after: genlmsghdr.self)) { members.append(member) }
        }
        return members
    }
}
