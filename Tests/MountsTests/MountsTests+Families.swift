import FoundationEssentials
import Glibc
import SensorSDK
import TestSupport
import Testing

/// Machines whose files fail in the kernel itself, under the program as it was built: the families that read no chips.
extension MountsTests {
    private struct Listing: Decodable {
        struct Listed: Decodable {
            var id: SensorID
            var device: String
            var value: FixtureValue?
            var unavailable: UnavailableReason?
        }
        var sensors: [Listed]

        /// The value, or the word of the reason; `nil` when it is not listed.
        func text(_ id: String) -> String? {
            guard let listed = sensors.first(where: { $0.id.description == id }) else { return nil }
            switch listed.value {
            case .number(let number)?: return "\(number)"
            case .flag(let flag)?: return flag ? "on" : "off"
            case .text(let text)?: return text
            case nil: return listed.unavailable?.rawValue ?? ""
            }
        }
    }

    private func read(_ fileSystem: FaultFileSystem) async throws -> Listing {
        let output = try await ChildProgram.run([
            BuiltProgram.agent, "sensors", "read", "--all", "--json", "--root", fileSystem.mountPoint,
        ])
        try #require(output.status == 0, "\(output.standardError)")
        return try JSONDecoder().decode(Listing.self, from: Data(output.standardOutput.utf8))
    }

    @Test("a card that is down, and refuses its files with the kernel's own errno, is what the case expects")
    func networkCase() async throws {
        let cases = try FixtureSet.adopted.entries(of: ["network"]).map { try $0.fixture.get() }
            .filter { $0.readErrors != nil }
        let fixture = try #require(cases.first { $0.id.hasPrefix("N02") || $0.id.contains("/N02") })
        let machine = FixtureMachine(fixture)
        try machine.show(sample: 0)
        let errors = fixture.readErrors ?? [:]
        let paths = errors.keys.map { ("/sys/\($0)", "EINVAL") }
        let fileSystem = try await FaultFileSystem(machine.files, errors: Dictionary(uniqueKeysWithValues: paths))
        let listing = try await read(fileSystem)
        for expectation in fixture.expect {
            let listed = listing.sensors.first {
                $0.id.family == "network" && $0.device == expectation.device && $0.id.reading == expectation.reading
            }
            let what = "\(expectation.device ?? "") \(expectation.reading ?? "")"
            #expect(listed?.unavailable == expectation.unavailable, "\(what)")
            #expect(listed?.value == expectation.state, "\(what)")
        }
        #expect(fixture.expect.count >= 9)
        try await fileSystem.end()
    }

    /// An Ethernet card, two ext4, two arrays, eMMC memory, and what the kernel says of the machine.
    private static func machine() -> FakeFileTree {
        let files = FakeFileTree()
        let card = "/sys/class/net/enp3s0"
        for (name, text) in [
            ("operstate", "up"), ("carrier", "1"), ("speed", "1000"), ("flags", "0x1003"), ("ifindex", "2"),
            ("iflink", "2"), ("type", "1"), ("address", "02:00:00:00:00:01"), ("addr_assign_type", "0"),
            ("statistics/rx_bytes", "1000"), ("statistics/tx_bytes", "2000"), ("device/uevent", "DRIVER=test"),
        ] {
            files.write("\(text)\n", to: "\(card)/\(name)")
        }
        files.write("20010db8000100000000000000000017 02 40 00 80   enp3s0\n", to: "/proc/net/if_inet6")
        files.write("Iface\tDestination\n", to: "/proc/net/route")
        files.write(
            "25 1 8:2 / / rw - ext4 /dev/sda2 rw\n26 25 8:3 / /data rw - ext4 /dev/sda3 rw\n",
            to: "/proc/self/mountinfo"
        )
        for number in [2, 3] {
            files.write("1\n", to: "/sys/devices/ata1/block/sda/sda\(number)/partition")
            files.link("/sys/dev/block/8:\(number)", to: "../../devices/ata1/block/sda/sda\(number)")
            files.write("\(number)\n", to: "/sys/fs/ext4/sda\(number)/errors_count")
            files.write("1\n", to: "/sys/block/md\(number)/md/degraded")
            files.write("uuid-\(number)\n", to: "/sys/block/md\(number)/md/uuid")
        }
        files.write("0x02 0x01\n", to: "/sys/block/mmcblk0/device/life_time")
        files.write("0x01\n", to: "/sys/block/mmcblk0/device/pre_eol_info")
        files.write("0.42 1.07 12.00 2/960 10259\n", to: "/proc/loadavg")
        files.write(
            "MemTotal: 16000 kB\nMemAvailable: 12000 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n",
            to: "/proc/meminfo"
        )
        files.write("btime 1767225600\n", to: "/proc/stat")
        for resource in ["cpu", "memory", "io"] {
            files.write("some avg10=1.50 avg60=3.25 avg300=7.80 total=4\n", to: "/proc/pressure/\(resource)")
        }
        return files
    }

    @Test("a file that can't be read makes its own sensor unavailable, with the reason, and no other")
    func everyFamily() async throws {
        let fileSystem = try await FaultFileSystem(
            Self.machine(),
            errors: [
                "/sys/class/net/enp3s0/statistics/rx_bytes": "EIO", "/sys/class/net/enp3s0/speed": "EINVAL",
                "/proc/net/if_inet6": "EACCES", "/sys/fs/ext4/sda2/errors_count": "EIO",
                "/sys/block/md2/md/degraded": "ENODEV", "/sys/block/mmcblk0/device/life_time": "ETIMEDOUT",
                "/proc/loadavg": "EIO", "/proc/pressure/cpu": "EOPNOTSUPP", "/proc/pressure/memory": "EIO",
            ]
        )
        let listing = try await read(fileSystem)
        func ends(_ family: String, _ reading: String) -> [String] {
            listing.sensors.filter { $0.id.family == family && $0.id.reading == reading }
                .compactMap { listing.text($0.id.description) }
        }
        #expect(ends("network", "rx_total") == ["io_error"])
        #expect(ends("network", "tx_total") == ["2000.0"])
        #expect(ends("network", "speed") == ["not_applicable"] || ends("network", "speed") == ["no_data"])
        #expect(ends("network", "link") == ["on"])
        #expect(ends("network", "ipv6") == ["permission"])
        #expect(listing.text("storage.root.error_count") == "io_error")
        #expect(listing.text("storage.data.error_count") == "3.0")
        #expect(ends("storage", "degraded").sorted() == ["no_data", "on"])
        #expect(ends("storage", "life_used_percent") == ["io_error"])
        #expect(ends("storage", "reserve") == ["normal"])
        #expect(ends("system", "load_1") == ["io_error"])
        #expect(listing.sensors.contains { $0.id.family == "system" && $0.value != nil })
        #expect(listing.text("system.cpu.pressure_some") == nil)
        #expect(listing.text("system.memory.pressure_some") == "io_error")
        #expect(listing.text("system.io.pressure_some") == "3.25")
        try await fileSystem.end()
    }

    @Test(
        "a file that never answers makes its own family late, and no other waits for it",
        arguments: [
            ("/proc/loadavg", "system"), ("/sys/class/net/enp3s0/statistics/rx_bytes", "network"),
            ("/sys/fs/ext4/sda2/errors_count", "storage"),
        ]
    )
    func hangingRead(_ path: String, _ family: String) async throws {
        let fileSystem = try await FaultFileSystem(Self.machine(), errors: [:], hanging: path)
        let folder = try TemporaryFolder()
        // It can't end while one of its threads waits for the file system.
        let command = #"exec "$0" sensors read --all --json --root "$1" > "$2""#
        let run = Task {
            try await ChildProgram.run([
                "bash", "-c", command, BuiltProgram.agent, fileSystem.mountPoint, folder.path + "/out",
            ])
        }
        // What is printed is printed at once, as a whole.
        func listing() -> Listing? {
            guard let data = FileManager.default.contents(atPath: folder.path + "/out") else { return nil }
            return try? JSONDecoder().decode(Listing.self, from: data)
        }
        try await Eventually.holds("the others are read") { listing() != nil }
        let found = try #require(listing())
        let late = found.sensors.filter { $0.unavailable == .timeout || $0.unavailable == nil && $0.value == nil }
        let others = found.sensors.filter { $0.id.family != family }
        #expect(others.allSatisfy { $0.unavailable != .timeout })
        #expect(Set(others.filter { $0.value != nil }.map(\.id.family)).count >= 2, "\(others)")
        #expect(late.allSatisfy { $0.id.family == family })
        #expect(!found.sensors.contains { $0.id.family == family && $0.value != nil })
        try await fileSystem.end()
        _ = try await run.value
    }
}
