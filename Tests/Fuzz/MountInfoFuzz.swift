import SensorSDK
import Shared

@testable import Storage

/// Mount tables: what is listed has ids and names of the right form, and no two are the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMountInfo(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let table = MountInfo(FuzzInput(start, count).bytes)
    for mount in table.mounts {
        _ = table.isBelowAutomount(mount)
        _ = mount.isOfferedByDefault
        _ = ProviderContext.fuzz.part(fromMountPoint: mount.mountPoint)
    }
    let visible = table.visible
    precondition(Set(visible.map(\.mountPoint)).count == visible.count, "a mount point is visible twice")
    return 0
}
