import Shared

/// What a mount's source says of its block device.
///
/// A source is often a link, such as `/dev/mapper/data`; a service with devices of its own does not have it, while `/sys` tells
/// the names of the device mapper.
struct BlockDeviceName: Sendable {
    /// The kernel's own, as far as the link can be followed: `sda2`, `dm-0`
    private let name: String
    /// `data` of `/dev/mapper/data`
    private let mapped: String?

    private static let mapper = "/dev/mapper/"

    /// - Parameter source: ``Mount/source``
    /// - Returns: `nil` when it names no device.
    init?(_ source: [UInt8]) {
        let source = String(decoding: source, as: UTF8.self)
        // Without the link its own name is as good as any.
        let path = (try? Current.files.resolved(source)) ?? source
        guard source.hasPrefix("/dev/"), let name = path.split(separator: "/").last.map(String.init) else { return nil }
        self.name = name
        mapped = source.hasPrefix(Self.mapper) ? String(source.dropFirst(Self.mapper.count)) : nil
    }

    /// Whether it is the device that the kernel calls so.
    func isName(_ name: String) -> Bool {
        if name == self.name { return true }
        guard let mapped, name.hasPrefix("dm-") else { return false }
        // A name that can't be read is no match.
        return (try? Current.files.text("/sys/block/\(name)/dm/name")) == mapped
    }
}
