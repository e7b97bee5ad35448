package import Shared

/// Asks each mount in a helper process of its own: this program again, with the command that is not in its help.
package actor LiveVolumeProbes: VolumeProbes {
    private let program: String
    private let root: String
    private let limit: Duration
    private let clock: any Clock<Duration>
    /// Starting a process takes a moment, in which nobody else has to wait.
    private nonisolated let executor = SerialQueueExecutor(label: "probes")
    /// By mount point; those that were given up stay here until they are gone.
    private var helpers: [[UInt8]: HelperProcess] = [:]

    /// - Parameters:
    ///   - root: Where the machine's files begin.
    ///   - program: What is run as `<program> volume-probe …`; by default the very program that runs now, even if its file
    ///     was replaced since.
    ///   - limit: How long a mount may take to answer.
    package init(
        root: String = "/",
        program: String = "/proc/self/exe",
        limit: Duration = .seconds(3),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.root = root
        self.program = program
        self.limit = limit
        self.clock = clock
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package func statistics(of mountPoint: [UInt8]) async throws(VolumeProbeError) -> VolumeStatistics {
        let path = String(decoding: mountPoint, as: UTF8.self)
        let helper = try helper(for: mountPoint, path)
        guard let output = await helper.output(within: limit, clock) else { throw .late(path: path) }
        if helpers[mountPoint] === helper { helpers[mountPoint] = nil }
        guard let answer = VolumeProbe.answer(in: output, path) else { throw .silent(path: path) }
        do throws(FileError) {
            return try answer.get()
        } catch {
            throw .failed(error)
        }
    }

    /// One that is asking this mount now, or a new one.
    private func helper(for mountPoint: [UInt8], _ path: String) throws(VolumeProbeError) -> HelperProcess {
        if let helper = helpers[mountPoint], !helper.isGone {
            guard !helper.isAbandoned else { throw .late(path: path) }
            return helper
        }
        do throws(FileError) {
            let arguments = VolumeProbe.arguments(mountPoint, root: root)
            let helper = try HelperProcess(program, arguments, environment: ["SWIFT_BACKTRACE=enable=no"])
            helpers[mountPoint] = helper
            return helper
        } catch {
            throw .failed(error)
        }
    }
}
