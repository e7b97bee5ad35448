import CDiskCalls

/// One call that changes what a disk holds, or has it be durable. Names are below the folder that was watched.
enum DiskCall: Sendable {
    case create(UInt64, name: String)
    case write(UInt64, name: String, offset: Int, [UInt8])
    case truncate(UInt64, name: String, length: Int)
    case synchronize(UInt64, name: String)
    case rename(String, to: String)
    case remove(String)
    case makeFolder(String)
    case synchronizeFolder(String)

    init(_ call: disk_call) {
        let name = String(cString: call.name)
        let offset = Int(call.offset)
        switch call.kind {
        case disk_call_create: self = .create(call.file, name: name)
        case disk_call_write:
            let bytes = Array(UnsafeBufferPointer(start: call.bytes, count: call.length))
            self = .write(call.file, name: name, offset: offset, bytes)
        case disk_call_truncate: self = .truncate(call.file, name: name, length: offset)
        case disk_call_sync: self = .synchronize(call.file, name: name)
        case disk_call_rename: self = .rename(name, to: String(cString: call.other))
        case disk_call_remove: self = .remove(name)
        case disk_call_make_folder: self = .makeFolder(name)
        default: self = .synchronizeFolder(name)
        }
    }
}
