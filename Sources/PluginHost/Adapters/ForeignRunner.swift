import Glibc
import SensorSDK
import Shared

/// Makes the calls of foreign programs, each with a deadline and bounds.
struct ForeignRunner: Sendable {
    /// The most bytes of one call's output, or of a file; what follows is cut off.
    static let mostOutput = 1 << 20
    /// Whoever prints more is killed rather than read to its end.
    private static let mostRead = 64 << 20

    let name: String
    let dropIn: DropIn
    let rule: TrustRule
    let settings: PluginHostSettings
    var grants = ChildGrants(network: true)

    func call(_ call: ForeignCall) async throws(PluginFault) -> ForeignOutput {
        guard call != .file else { return try ForeignFile.read(dropIn) }
        let command = try command(for: call)
        do {
            return await output(of: try await Current.processes.start(command))
        } catch {
            throw .cannotStart("\(error)")
        }
    }

    /// - Throws: ``PluginFault/cannotStart(_:)`` for a program that others could change, too.
    func command(for call: ForeignCall) throws(PluginFault) -> ChildCommand {
        var program = dropIn.command[0]
        do {
            // Its folders are trusted as well, so that it is the same file a moment later.
            guard try rule.open(program).isExecutable else { throw TrustError.notExecutable(program) }
        } catch {
            throw .cannotStart("\(error)")
        }
        let folder = try WorkFolder.make(for: name, below: settings.workFolder)
        if let suffix = call.suffix { program = try link(to: program, suffix: suffix, in: folder) }
        var arguments = Array(dropIn.command.dropFirst())
        switch call.mode {
        case .autoconf, .suggest, .config: arguments.append(call.mode.rawValue)
        case .run, .fetch, .file: break
        }
        return ChildCommand(
            program: .path(program),
            arguments: arguments,
            environment: environment(in: folder),
            folder: folder,
            limits: settings.limits,
            grants: grants,
            hasNoInput: dropIn.trigger != .input
        )
    }

    /// A munin plugin sees in its own name what it is about: `if_eth0` is a link to `if_`. The link is made anew for each call, in
    /// a folder that only the plugin itself could change it in.
    private func link(to program: String, suffix: String, in folder: String) throws(PluginFault) -> String {
        let path = folder + "/" + (program.split(separator: "/").last ?? "") + suffix
        unlink(path)
        guard symlink(program, path) == 0 else {
            throw .cannotStart("can't make the link \(path): \(String(cString: strerror(errno)))")
        }
        return path
    }

    private func environment(in folder: String) -> [String: String] {
        var environment = DropIn.environment(of: dropIn.kind)
        environment["HOME"] = folder
        environment["TMPDIR"] = folder
        if dropIn.kind == "munin" {
            environment["MUNIN_PLUGSTATE"] = folder
            environment["MUNIN_STATEFILE"] = "\(folder)/state"
        }
        return environment.merging(dropIn.environment) { $1 }
    }

    private enum Step {
        case collected([UInt8], count: Int)
        case late
        /// Nobody waits any more, here or for the program.
        case over
        case ended
    }

    private func output(of process: any ChildProcess) async -> ForeignOutput {
        let clock = Current.clock
        let limit = dropIn.timeout
        let grace = settings.times.grace
        async let errors = Self.lastLine(of: process)
        var output = await withTaskGroup(of: Step.self) { group in
            var output = ForeignOutput()
            group.addTask {
                let (bytes, count) = await Self.collected(from: process)
                return .collected(bytes, count: count)
            }
            group.addTask {
                // It throws only when it is cancelled: the program was first, or whoever asked is gone.
                (try? await clock.sleep(for: limit)) == nil ? .over : .late
            }
            var isOver = false
            for await step in group {
                switch step {
                case .collected(let bytes, let count):
                    isOver = true
                    output.take(bytes, of: count)
                    group.cancelAll()
                case .late, .over:
                    guard !isOver else { continue }
                    output.isLate = true
                    // In a task of its own, since the time that the program is given does not pass in a cancelled one.
                    let ending = Task { await process.terminate(within: grace, on: clock) }
                    group.addTask {
                        await ending.value
                        return .ended
                    }
                case .ended: continue
                }
            }
            return output
        }
        output.end = await process.end()
        output.lastError = await errors
        return output
    }

    /// - Returns: What fits, and how much there was.
    private static func collected(from process: any ChildProcess) async -> ([UInt8], Int) {
        var bytes: [UInt8] = []
        var count = 0
        while let piece = await process.output() {
            bytes += piece.prefix(mostOutput - bytes.count)
            count += piece.count
            if count > mostRead {
                // Then it writes into nothing, and is ended like one that is late.
                process.closeOutput()
                break
            }
        }
        _ = await process.end()
        return (bytes, count)
    }

    private static func lastLine(of process: any ChildProcess) async -> String? {
        var bytes: [UInt8] = []
        while let piece = await process.errors() { bytes = (bytes + piece).suffix(4096) }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).last.map {
            String($0).printable()
        }
    }
}
