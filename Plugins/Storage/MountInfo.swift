import Shared

/// All mounts of this process's namespace.
///
/// Source: `/proc/self/mountinfo`.
struct MountInfo: Sendable, Hashable {
    /// In the kernel's order: a later mount lies on top of an earlier one.
    let mounts: [Mount]
    let byID: [Int: Mount]

    static let path = "/proc/self/mountinfo"

    /// The mounts of this machine as the agent sees them now.
    static func current() throws(FileError) -> MountInfo {
        MountInfo(try Current.files.readWhole(path, limit: 16 << 20))
    }

    /// - Parameter bytes: The file's content; a line of another form is left out.
    init(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n")).compactMap(Self.mount(of:))
        // A table that changes while it is read may show a mount again.
        var seen: Set<Int> = []
        mounts = Array(lines.reversed().filter { seen.insert($0.id).inserted }.reversed())
        byID = Dictionary(uniqueKeysWithValues: mounts.map { ($0.id, $0) })
    }

    private static func mount(of line: ArraySlice<UInt8>) -> Mount? {
        let fields = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        // Six fields, any number of optional ones, a lone "-", then three more; the source may be "-" as well.
        guard fields.count >= 10, let dash = fields[6...].firstIndex(where: { $0.elementsEqual("-".utf8) }),
            dash + 3 < fields.count, let id = Int(text(fields[0])), let parent = Int(text(fields[1]))
        else { return nil }
        return Mount(
            id: id,
            parent: parent,
            device: text(fields[2]),
            root: unescaped(fields[3]),
            mountPoint: unescaped(fields[4]),
            type: String(decoding: unescaped(fields[dash + 1]), as: UTF8.self),
            source: unescaped(fields[dash + 2]),
            superOptions: text(fields[dash + 3]).split(separator: ",").map(String.init)
        )
    }

    private static func text(_ field: ArraySlice<UInt8>) -> String {
        String(decoding: field, as: UTF8.self)
    }

    /// Decodes `\ooo` once, from left to right, so that `\134040` is a backslash and the characters 040.
    private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), let code = octal(rest.prefix(3)) {
                result.append(code)
                rest.removeFirst(3)
            } else {
                result.append(byte)
            }
        }
        return result
    }

    private static func octal(_ digits: ArraySlice<UInt8>) -> UInt8? {
        guard digits.count == 3, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }) else {
            return nil
        }
        return UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
    }
}
