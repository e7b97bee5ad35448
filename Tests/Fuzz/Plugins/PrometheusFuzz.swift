import Shared

@testable import PluginHost

/// A text file of Prometheus.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPrometheus(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    FuzzForeign.play("prometheus", [ForeignOutput(output: FuzzInput(start, count).bytes)])
    return 0
}
