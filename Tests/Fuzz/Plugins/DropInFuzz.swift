import Shared

@testable import PluginHost

/// A drop-in: taken, or refused with a reason that can be shown.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDropIn(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    do {
        let dropIn = try DropIn(String(decoding: FuzzInput(start, count).bytes, as: UTF8.self))
        precondition(DropIn.kinds.contains(dropIn.kind), "a kind that nothing reads")
        precondition(dropIn.path != nil || !dropIn.command.isEmpty, "nothing to be run")
    } catch {
        precondition(!"\(error)".isEmpty, "no reason")
    }
    return 0
}
