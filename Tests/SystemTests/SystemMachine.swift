import SensorSDK
import Shared
import System
import TestSupport

/// A made-up machine of which the family sees what the kernel says of the whole.
struct SystemMachine {
    let files = FakeFileTree()
    let devices = FakeDeviceEvents()
    let provider = SystemProvider(context: .test())

    init(_ files: [String: String] = SystemMachine.laptop) {
        for (path, text) in files { self.files.write(text, to: path) }
    }

    static let laptop = [
        "/proc/loadavg": "0.42 1.07 12.00 2/960 10259\n",
        "/proc/meminfo": """
        MemTotal:       16000000 kB
        MemFree:         1000000 kB
        MemAvailable:   12000000 kB
        SwapCached:            0 kB
        SwapTotal:       4000000 kB
        SwapFree:        3000000 kB
        HugePages_Total:       0

        """,
        "/proc/stat": "cpu  1 2 3\nintr \(String(repeating: "0 ", count: 9000))\nbtime 1767225600\nprocesses 7\n",
        "/proc/pressure/cpu": """
        some avg10=1.50 avg60=3.25 avg300=7.80 total=48923696
        full avg10=0.00 avg60=0.00 avg300=0.00 total=0

        """,
        "/proc/pressure/memory": """
        some avg10=0.00 avg60=0.50 avg300=0.00 total=1
        full avg10=0.00 avg60=0.25 avg300=0.00 total=1

        """,
        "/proc/pressure/io": """
        some avg10=99.00 avg60=100.00 avg300=90.00 total=1
        full avg10=50.00 avg60=60.00 avg300=70.00 total=1

        """,
    ]

    func enter(_ world: inout World) {
        world.files = files
        world.deviceEvents = devices
    }

    func sensors() async throws -> [Sensor] {
        try await inWorld(enter) { try await provider.sensors() }
    }

    /// By the end of the id.
    func readings(_ ids: [String]) async throws -> [String: Reading] {
        let wanted = Set(try ids.map { try SensorID("system.\($0)") })
        let readings = await inWorld(enter) { await provider.read(wanted) }
        return Dictionary(uniqueKeysWithValues: readings.map { (String($0.sensor.description.dropFirst(7)), $0) })
    }

    func outcome(_ id: String) async throws -> Reading.Outcome? {
        try await readings([id])[id]?.outcome
    }
}
