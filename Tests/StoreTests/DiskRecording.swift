import CDiskCalls

/// What this process has the disk do below one folder, from now on. There is one at a time.
struct DiskRecording: ~Copyable {
    /// As the disk was when it began.
    let start: SimulatedDisk

    init(_ folder: String) throws {
        start = try SimulatedDisk(copying: folder)
        disk_calls_begin(folder)
    }

    deinit {
        disk_calls_end()
    }

    /// Calls until now.
    static var count: Int { disk_calls_count() }

    func calls() -> [DiskCall] {
        (0..<Self.count).map { DiskCall(disk_calls_at($0)) }
    }
}
