import Glibc
@testable import Live
import SensorSDK
import Shared
import TestSupport
import Testing

@Suite("What libsensors' errors mean")
struct SensorsFailureTests {
    private let files = FakeFileTree(["/sys/class/hwmon/hwmon0/temp1_input": "0\n"])
    private var failure: SensorsFailure { SensorsFailure(chip: "/sys/class/hwmon/hwmon0", files: files) }
    private static let file = "/sys/class/hwmon/hwmon0/temp1_input"

    @Test("an input/output error is one without asking again")
    func inputOutput() {
        #expect(failure.reason(-10, for: "temp1_input") == .inputOutput)
        #expect(files.opened.isEmpty)
    }

    @Test("a subfeature that the chip does not have is no failure")
    func unknown() {
        #expect(failure.reason(-2, for: "temp9_input") == nil)
    }

    @Test(
        "the kernel's own error is found by reading once more",
        arguments: [
            (ENODATA, .noData), (ENODEV, .noData), (EAGAIN, .noData), (EINVAL, .noData), (EACCES, .permission),
            (EPERM, .permission), (EIO, .inputOutput),
        ] as [(Int32, UnavailableReason)],
        [-3, -4] as [Int32]
    )
    func kernel(_ expected: (code: Int32, reason: UnavailableReason), code: Int32) {
        files.fail(Self.file, with: expected.code)
        #expect(failure.reason(code, for: "temp1_input") == expected.reason)
    }

    @Test("a value that a suspended device keeps back is asleep")
    func asleep() {
        files.fail(Self.file, with: EPERM)
        files.write("suspended\n", to: "/sys/class/hwmon/hwmon0/device/power/runtime_status")
        #expect(failure.reason(-3, for: "temp1_input") == .asleep)
    }

    @Test("a chip whose files are gone is not present")
    func gone() {
        files.remove("/sys/class/hwmon/hwmon0")
        #expect(failure.reason(-4, for: "temp1_input") == .notPresent)
    }

    @Test("text that is no number is malformed, and a number that comes late is no data yet")
    func malformed() {
        #expect(failure.reason(-3, for: "temp1_input") == .noData)
        files.write("N/A\n", to: Self.file)
        #expect(failure.reason(-3, for: "temp1_input") == .malformed)
        files.write("", to: Self.file)
        #expect(failure.reason(-3, for: "temp1_input") == .malformed)
    }
}
