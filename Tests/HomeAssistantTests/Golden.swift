import FoundationEssentials

/// Files with the bytes that a request must have.
enum Golden {
    static func text(_ name: String) throws -> String {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name).json")
        let bytes = try Data(contentsOf: file)
        return String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes, as: UTF8.self)
    }
}
