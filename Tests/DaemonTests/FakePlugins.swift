import SensorSDK
import Shared
import Synchronization

/// Plugins that a test lets come and go.
final class FakePlugins: PluginService {
    private let providers = Mutex<[String: FakeProvider]>([:])
    /// By name: a serial number of which the plugin's host makes an id.
    private let serials = Mutex<[String: String]>([:])
    private let stream = AsyncStream.makeStream(of: Set<String>.self)
    private let stops = Mutex(0)
    private let quarantine = Mutex<Set<String>>([])
    private let granted = Mutex<[String: [String]]>([:])
    private let host = Mutex(PluginHostState.yourUser)

    var isStopped: Bool { stops.withLock { $0 } > 0 }

    /// - Parameter isTold: Whether the daemon hears of it by itself.
    func set(_ new: [String: FakeProvider], isTold: Bool = true) {
        providers.withLock { $0 = new }
        if isTold { stream.continuation.yield([]) }
    }

    func set(_ name: String, serial: String) {
        serials.withLock { $0[name] = serial }
    }

    func quarantine(_ name: String) {
        quarantine.withLock { _ = $0.insert(name) }
    }

    /// What a plugin was allowed last.
    func granted(_ name: String) -> [String] { granted.withLock { $0[name] ?? [] } }

    func look() async -> [ProviderSource] {
        let serials = serials.withLock { $0 }.map { name, serial in
            ProviderSource(family: "plugin_\(name)", deadline: .seconds(5)) {
                SerialProvider(context: $0, serial: serial)
            }
        }
        let fakes = providers.withLock { $0 }.map { name, provider in
            ProviderSource(
                family: "plugin_\(name)",
                deadline: .seconds(5),
                grant: { words in self.granted.withLock { $0[name] = words } },
                make: { _ in provider }
            )
        }
        return fakes + serials
    }

    func renamed(_ family: String, from old: ProviderContext, to new: ProviderContext) async -> [String: String] {
        guard let serial = serials.withLock({ $0[String(family.dropFirst(7))] }) else { return [:] }
        return [SerialProvider.name(serial, old): SerialProvider.name(serial, new)]
    }

    var state: PluginHostState { host.withLock { $0 } }

    let folders = ["/a/plugins"]

    /// Who runs the plugins from now on; nobody, and none of them is known.
    func set(host new: PluginHostState) {
        host.withLock { $0 = new }
        if new == .absent || new == .unreachable { providers.withLock { $0 = [:] } }
    }

    func source(of family: String) -> ProviderSource? {
        ProviderSource(family: family, deadline: .seconds(5), make: { _ in BrokenProvider() })
    }

    func news() -> AsyncStream<Set<String>> { stream.stream }

    func reports() async -> [PluginReport] {
        let quarantined = quarantine.withLock { $0 }
        return providers.withLock { $0 }.keys.map { name in
            var report = PluginReport(
                name: name,
                path: "/\(name)",
                state: quarantined.contains(name) ? .quarantined : .idle
            )
            report.reveals = ["who is at home"]
            return report
        }
    }

    func restart(_ name: String) async -> Bool { providers.withLock { $0[name] } != nil }
    func reset(_ name: String) async -> Bool { providers.withLock { $0[name] } != nil }
    func stop() async { stops.withLock { $0 += 1 } }
}
