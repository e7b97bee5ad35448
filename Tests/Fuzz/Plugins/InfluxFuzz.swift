import Shared

@testable import PluginHost

/// Line protocol, at once and as it comes from a program that lives on.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzInflux(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).bytes
    FuzzForeign.play("influx", [ForeignOutput(end: .exited(0), output: bytes)])
    var feed = ResidentFeed()
    var outputs: [ForeignOutput] = []
    for piece in FuzzInput(start, count).pieces {
        _ = feed.add(Array(piece))
        outputs.append(ForeignOutput(end: .exited(0), output: feed.take()))
    }
    FuzzForeign.play("execd", outputs)
    return 0
}
