import SensorSDK
import TestSupport
import Testing

@Suite struct ProviderContextTests {
    let context = ProviderContext.test()

    @Test(
        "a name becomes a part, with digits as soon as more than its case changed",
        arguments: [
            ("BAT0", "bat0"),
            ("k10temp", "k10temp"),
            ("coretemp.0", "coretemp_0_823aee"),
            ("_a", "a_34fb71"),
            ("öß", "_f7b849"),
        ]
    )
    func part(name: String, expected: String) {
        #expect(context.part(from: name) == expected)
    }

    @Test(
        "a mount point keeps its slashes as underscores without digits while nothing can be confused",
        arguments: [
            ("/", "root"),
            ("/home", "home"),
            ("/mnt/nas", "mnt_nas"),
            ("/root", "root_94a6b4"),
            ("/mnt/my_nas", "mnt_my_nas_a620ac"),
            ("/Data", "data_d33637"),
        ]
    )
    func mountPoint(path: String, expected: String) {
        #expect(context.part(fromMountPoint: Array(path.utf8)) == expected)
    }

    @Test("a long name is cut and gets digits, so that two long names stay two ids")
    func longNames() throws {
        let one = context.part(from: String(repeating: "a", count: 60) + "1")
        let two = context.part(from: String(repeating: "a", count: 60) + "2")
        #expect(one.count == 40)
        #expect(one != two)
        _ = try SensorID(family: "thermal", thing: one, reading: "temp1")
    }

    @Test("a hardware serial never shows in its id, and another installation gives another id")
    func hiddenSerial() {
        let id = context.id(for: "SERIAL", "0042")
        #expect(id.count == 12)
        #expect(id == context.id(for: "SERIAL", "0042"))
        #expect(id != context.id(for: "SERIAL0", "042"))
    }
}
