import Shared

@testable import PluginHost

/// A check: its exit code, and what it printed.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNagios(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).bytes
    let status = Int32(bytes.first ?? 0) % 5
    FuzzForeign.play("nagios", [ForeignOutput(end: .exited(status), output: Array(bytes.dropFirst()))])
    return 0
}
