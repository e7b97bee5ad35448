import Dispatch
import FoundationEssentials
import Glibc
@testable import PluginHost
import Sealing
import SensorSDK
import Shared
import TestSupport

/// The other end of a daemon's link to its plugin host, at which a test says whatever it wants.
final class FakeHost: Sendable {
    let socket: LineSocket
    /// The daemon's end.
    let descriptor: Int32
    private let wire: HostWire
    private let mouth = DispatchQueue(label: "fake host")

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw ChildProgram.Failure(description: "no socket pair: \(errno)")
        }
        socket = LineSocket(ends[0])
        descriptor = ends[1]
        wire = HostWire(socket)
    }

    /// What names these plugins.
    static func health(_ names: String..., number: Int? = nil) -> String {
        let plugins = names.map(plugin)
        let answering = number.map { #""number":\#($0),"# } ?? ""
        return #"{"says":"health",\#(answering)"plugins":[\#(plugins.joined(separator: ","))]}"#
    }

    static func plugin(_ name: String) -> String {
        #"{"run":true,"mark":"1","report":{"name":"\#(name)","path":"/p","state":"idle","reveals":[],"needs":[],"asks":[],"#
            + #""sensors":0,"failures":0,"complaints":[]}}"#
    }

    /// In the order of the calls, from a thread of its own: what a socket does not take at once would hold up the test.
    func say(_ line: String) {
        mouth.async { [socket] in _ = socket.send(Array(line.utf8)) }
    }

    /// Runs a test over a daemon's link, whose hosts are these, one after the other.
    static func run(_ hosts: [FakeHost], _ test: @Sendable (HostLink, TestClock, RecordedLog) async throws -> Void)
        async throws
    {
        let clock = TestClock()
        let log = RecordedLog()
        try await inWorld({ world in
            world.use(clock)
            world.log = log
        }) {
            let rest = Remaining(hosts.map(\.descriptor))
            let link = HostLink(.child { try await rest.next() })
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await link.run() }
                try await test(link, clock, log)
                for host in hosts { host.socket.shutDown() }
                await link.stop()
                group.cancelAll()
            }
        }
    }

    private actor Remaining {
        private var descriptors: [Int32]

        init(_ descriptors: [Int32]) { self.descriptors = descriptors }

        func next() throws -> Int32 {
            guard !descriptors.isEmpty else { throw ChildProgram.Failure(description: "no host is left") }
            return descriptors.removeFirst()
        }
    }

    /// What it is asked for next, such as `{"number":1,"request":"list"}`.
    func heard() async -> String? {
        await wire.next().map { String(decoding: $0, as: UTF8.self) }
    }
}
