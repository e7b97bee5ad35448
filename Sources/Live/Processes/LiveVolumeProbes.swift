package import Shared

/// Asks each mount in a helper process of its own: this program again, with the command that is not in its help.
package actor LiveVolumeProbes: VolumeProbes {
    private let program: String
    private let root: String
    private let limit: Duration
    private let clock: any Clock<Duration>
    /// Starting a process takes a moment, in which nobody else has to wait.
    private nonisolated let executor = SerialQueueExecutor(label: "probes")
    /// One that hangs holds its mount, whose number goes to no other one as long.
    private struct Key: Hashable {
        var mountPoint: [UInt8]
        var number: Int
    }

    /// Those that were given up stay here until they are gone.
    private var helpers: [Key: HelperProcess] = [:]

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

    package func statistics(
        of mountPoint: [UInt8],
        number: Int
    ) async throws(VolumeProbeError) -> VolumeStatistics {
        let path = String(decoding: mountPoint, as: UTF8.self)
        let key = Key(mountPoint: mountPoint, number: number)
        let helper = try helper(for: key, path)
        guard let output = await helper.output(within: limit, clock) else { throw .late(path: path) }
        if helpers[key] === helper { helpers[key] = nil }
        guard let answer = VolumeProbe.answer(in: output, path) else { throw .silent(path: path) }
        do throws(FileError) {
            return try answer.get()
        } catch {
            throw .failed(error)
        }
    }

    /// One that is asking this mount now, or a new one.
    private func helper(for key: Key, _ path: String) throws(VolumeProbeError) -> HelperProcess {
        helpers = helpers.filter { !$0.value.isGone }
        if let helper = helpers[key] {
            guard !helper.isAbandoned else { throw .late(path: path) }
            return helper
        }
        do throws(FileError) {
            let arguments = VolumeProbe.arguments(key.mountPoint, root: root)
            let helper = try HelperProcess(program, arguments, environment: ["SWIFT_BACKTRACE=enable=no"])
            helpers[key] = helper
            return helper
        } catch {
            throw .failed(error)
        }
    }
}
