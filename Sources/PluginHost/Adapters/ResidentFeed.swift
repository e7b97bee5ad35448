import SensorSDK

/// Line protocol as it comes from a program that lives on: whole lines, bounded.
struct ResidentFeed: Sendable {
    /// Then nothing more is read until somebody takes what is there.
    private static let most = 1 << 20
    /// The most of a record that was not complete yet.
    private static let mostOpen = 65536

    private var splitter = PluginLineSplitter()
    private var bytes: [UInt8] = []
    /// How much of it was left over from an earlier time.
    private var open = 0

    /// - Returns: Whether there is enough.
    mutating func add(_ piece: [UInt8]) -> Bool {
        for line in splitter.lines(in: piece) {
            switch line {
            case .success(let line): bytes += line + [UInt8(ascii: "\n")]
            // A line that is refused, with its number.
            case .failure: bytes += Array("(a line longer than \(PluginProtocol.longestLine) bytes)\n".utf8)
            }
        }
        return bytes.count >= Self.most
    }

    /// Whether something came since it was taken.
    var hasLines: Bool { bytes.count > open }
    var count: Int { bytes.count }

    /// All whole records; one whose text goes on in a line that has not come yet stays, once.
    mutating func take() -> [UInt8] {
        var scanner = InfluxScanner(bytes, isStream: true)
        _ = scanner.points()
        var end = bytes.count
        if let start = scanner.openStart, bytes.count - start <= Self.mostOpen, start > 0 || open == 0 { end = start }
        let taken = Array(bytes[..<end])
        bytes = Array(bytes[end...])
        open = bytes.count
        return taken
    }
}
