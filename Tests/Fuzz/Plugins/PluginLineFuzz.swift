import Shared

@testable import PluginHost
@testable import SensorSDK

/// Lines of the plugin protocol, from either end. However they are cut into pieces, they are the same lines.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPluginLine(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).bytes
    var whole = PluginLineSplitter(longest: 512)
    var cut = PluginLineSplitter(longest: 512)
    let lines = whole.lines(in: bytes)
    var pieces: [Result<[UInt8], PluginLineError>] = []
    var rest = bytes[...]
    while !rest.isEmpty {
        let length = 1 + Int(rest[rest.startIndex]) % 7
        pieces += cut.lines(in: rest.prefix(length))
        rest = rest.dropFirst(length)
    }
    precondition(lines == pieces, "other lines in other pieces")
    for case .success(let line) in lines {
        if let request: PluginRequest = try? PluginLine.decode(from: line) {
            // What was understood can be said again, and is understood as the same.
            guard let said = try? PluginLine.encode(request),
                let again: PluginRequest = try? PluginLine.decode(from: said)
            else { preconditionFailure("a request can't be said again") }
            precondition(request == again, "another request when it is said again")
        }
        guard let message: PluginMessage = try? PluginLine.decode(from: line) else { continue }
        if case .list(let items) = message {
            let listing = PluginListing(items, family: "plugin_x", device: "X", context: .fuzz)
            precondition(Set(listing.sensors.map(\.id)).count == listing.sensors.count, "two sensors have one id")
        }
        if case .read(let items) = message { for item in items.items { _ = item.value?.value() } }
    }
    return 0
}
