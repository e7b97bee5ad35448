import Shared

@testable import PluginHost

/// The answers of a munin plugin, between bytes 0xFF: autoconf, config, and values several times. One that begins with `_` is
/// asked for suggestions, too.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMunin(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let pieces = FuzzInput(start, count).pieces
    let outputs = pieces.map { ForeignOutput(end: .exited(0), output: Array($0)) }
    FuzzForeign.play("munin", outputs, suffix: pieces.first?.first == UInt8(ascii: "_") ? "eth0" : nil)
    return 0
}
