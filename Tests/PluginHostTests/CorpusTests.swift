import FoundationEssentials
import Glibc
import Live
import Sealing
import SensorSDK
import Shared
import Synchronization
import TestSupport
import Testing

@testable import PluginHost

/// The half of `Tests/corpus` that is ours: runs each drop-in of a folder and writes what came of it, for the other half to
/// judge.
@Suite struct CorpusTests {
    private struct Report: Encodable {
        var name: String
        var error: String?
        var complaints: [String] = []
        var sensors: [Item] = []
    }

    private struct Item: Encodable {
        var id: String
        var origin: [String: String]
        var labels: [String: String]?
        var name: String
        var unit: String?
        var number: Double?
        var text: String?
        var unavailable: String?
    }

    private struct Run {
        var name: String
        var session: ForeignSession
        var runner: ForeignRunner
    }

    private static let folder = getenv("PLUGIN_CORPUS").map { String(cString: $0) }
    private static let context = ProviderContext(
        family: "plugin_x",
        salt: Array(repeating: 3, count: 16),
        sha256: Digest.sha256
    )

    @Test(
        "plugins that exist are run as they are",
        .enabled(if: folder != nil, "Tests/corpus names a folder in PLUGIN_CORPUS")
    )
    func run() async throws {
        let folder = try #require(Self.folder)
        let settings = PluginHostSettings(workFolder: folder + "/work")
        // Between the two readings lies a minute, whatever this machine is busy with: the other half knows the rates then.
        let sinceBoot = Mutex(Duration.seconds(1000))
        try await inWorld({ world in
            world = .live(log: StandardErrorLog(least: .error, hasJournalPrefix: false))
            world.sinceBoot = { sinceBoot.withLock { $0 } }
            world.processes = LiveChildProcesses(trampoline: AgentProgram.path)
        }) {
            var runs: [Run] = []
            var reports: [Report] = []
            for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            where file.hasSuffix(".conf") {
                let name = String(file.dropLast(5))
                do {
                    let dropIn = try DropIn(try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8))
                    let adapter = try #require(DropIn.adapter(dropIn.kind, name: name, dropIn: dropIn))
                    let runner = ForeignRunner(name: name, dropIn: dropIn, rule: .below(folder), settings: settings)
                    var run = Run(name: name, session: ForeignSession(adapter), runner: runner)
                    try await Self.turn(&run, isListing: true)
                    runs.append(run)
                } catch {
                    reports.append(Report(name: name, error: "\(error)"))
                }
            }
            sinceBoot.withLock { $0 += .seconds(60) }
            for var run in runs {
                do {
                    try await Self.turn(&run, isListing: false)
                    reports.append(try Self.report(run))
                } catch {
                    reports.append(Report(name: run.name, error: "\(error)"))
                }
            }
            try JSONEncoder().encode(reports).write(to: URL(filePath: folder + "/results.json"))
        }
    }

    private static func turn(_ run: inout Run, isListing: Bool) async throws {
        let runner = run.runner
        let fault = FirstFault()
        _ = await run.session.turn(isListing: isListing, context: context) { call in
            do throws(PluginFault) {
                return try await runner.call(call)
            } catch {
                await fault.take(error)
                return ForeignOutput()
            }
        }
        if let fault = await fault.fault { throw fault }
    }

    private actor FirstFault {
        var fault: PluginFault?
        func take(_ new: PluginFault) { fault = fault ?? new }
    }

    private static func report(_ run: Run) throws -> Report {
        var report = Report(name: run.name, error: run.session.failure, complaints: run.session.refusals)
        report.sensors = try run.session.items.map { item in
            let sensor = try item.sensor(family: "plugin_x", device: "X", interval: .seconds(60))
            var result = Item(
                id: "\(item.thing).\(item.reading)",
                origin: [:],
                name: sensor.name,
                unit: sensor.unit?.rawValue
            )
            switch item.origin {
            case .nagios(let label): result.origin = ["label": label]
            case .munin(let graph, let field): result.origin = ["graph": graph, "field": field]
            case .influx(let measurement, _, let field): result.origin = ["measurement": measurement, "field": field]
            case .prometheus(let metric, let labels):
                result.origin = ["metric": metric]
                result.labels = labels
            }
            switch item.outcome {
            case .unavailable(let reason): result.unavailable = reason.rawValue
            case .value(let value):
                #expect(sensor.takes(value), "\(sensor.id): \(value)")
                switch value {
                case .number(let number): result.number = number
                case .integer(let number): result.number = Double(number)
                case .flag(let flag): result.number = flag ? 1 : 0
                case .text(let text): result.text = text
                case .time(let time): result.number = time.timeIntervalSince1970
                }
            }
            return result
        }
        return report
    }
}
