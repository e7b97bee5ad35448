import Glibc
import SensorSDK
import Shared
import TestSupport
import Testing

@testable import Daemon

/// D17: why a file system is out of the daemon's reach.
@Suite struct BarrierTests {
    private static let root = "25 1 8:2 / / rw - ext4 /dev/sda2 rw\n"

    @Test(
        "D17: the directive of the unit that hides a file system is named, with what to do about it",
        arguments: [
            ("26 25 0:24 /systemd/inaccessible/dir /home ro - tmpfs tmpfs rw", "/home/jane", "ProtectHome="),
            ("26 25 0:24 /systemd/inaccessible/dir /srv/x ro - tmpfs tmpfs rw", "/srv/x/y", "InaccessiblePaths="),
            ("26 25 0:24 / /home ro - tmpfs tmpfs rw", "/home/jane", "ProtectHome=tmpfs"),
            (
                "26 25 8:2 /tmp/systemd-private-1f-sensor-agent.service-x/tmp /tmp rw - ext4 /dev/sda2 rw", "/tmp/x",
                "PrivateTmp="
            ),
        ]
    )
    func directive(line: String, path: String, word: String) async throws {
        let files = FakeFileTree()
        files.write(Self.root + line + "\n", to: "/proc/self/mountinfo")
        let barrier = try #require(await inWorld({ $0.files = files }) { Barrier(before: path) })
        #expect("\(barrier)".contains(word), "\(barrier)")
        #expect(barrier.advice.contains("systemctl edit sensor-agent"))
    }

    @Test("where nothing is in the way nothing is said", arguments: ["/", "/usr/share", "STICK"])
    func nothing(_ path: String) async {
        let files = FakeFileTree()
        files.write(Self.root, to: "/proc/self/mountinfo")
        #expect(await inWorld({ $0.files = files }) { Barrier(before: path) } == nil)
    }

    @Test("D17: the folder that the daemon's user may not enter is named, with its permissions and what to do about it")
    func closed() async throws {
        let folder = try TemporaryFolder()
        chmod(folder.path, 0o755)
        mkdir(folder.path + "/private", 0o000)
        mkdir(folder.path + "/open", 0o755)
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            // Root may enter everything.
            if geteuid() == 0 { guard setuid(65534) == 0 else { exit(3) } }
            let isRight = await inWorld({ $0.files = FakeFileTree() }) {
                guard case .closed("\(path)/private", mode: 0)? = Barrier(before: "\(path)/private/disk") else {
                    return false
                }
                return Barrier(before: "\(path)/open/disk") == nil
            }
            exit(isRight ? 0 : 1)
        }
        let told = Barrier.closed("/srv/private", mode: 0o700)
        #expect("\(told)" == "its user may not enter /srv/private, which has the permissions 700")
        #expect(told.advice.contains("setfacl -m u:sensor-agent:x /srv/private"))
        chmod(folder.path + "/private", 0o755)
    }

    @Test("D17: the doctor says which directive hides an enabled file system")
    func doctor() async throws {
        let folder = try TemporaryFolder()
        let disk = try Sensor(id: SensorID("storage.home_x.total"), device: "/home/x", name: "/home/x total")
        let provider = FakeProvider([disk])
        provider.set(.unavailable(.notPresent), for: disk.id)
        let source = ProviderSource(family: "storage", deadline: .seconds(5)) { _ in provider }
        let server = FakeServer()
        let files = FakeFileTree()
        files.write(
            Self.root + "26 25 0:24 /systemd/inaccessible/dir /home ro - tmpfs tmpfs rw\n",
            to: "/proc/self/mountinfo"
        )
        try await TestDaemon.run(in: folder.path, sources: [source], servers: ["http://a": server], files: files) {
            test in
            try await test.add("http://a", as: "a")
            try await test.enable("storage")
            await server.until { !$0.flatMap(\.states).isEmpty }
            guard case .diagnosis(let diagnosis) = await test.daemon.answer(.diagnose) else {
                Issue.record("no diagnosis")
                return
            }
            let check = try #require(diagnosis.checks.first { $0.subject == .sandbox })
            #expect(check.state == .warn && check.sensors == [disk.id])
            #expect(check.finding.contains("ProtectHome= or InaccessiblePaths= of its unit hides /home"))
            #expect(check.advice?.contains("ProtectHome=read-only") == true)
        }
    }
}
