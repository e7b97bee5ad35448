import Glibc
import SensorSDK
import Shared
import TestSupport
import Testing

@Suite struct FileErrorTests {
    @Test(
        "each errno means what the rules for sources say",
        arguments: [
            (ENOENT, UnavailableReason.notPresent), (ENOTDIR, .notPresent), (EACCES, .permission),
            (EPERM, .permission), (EIO, .inputOutput), (ETIMEDOUT, .inputOutput), (EREMOTEIO, .inputOutput),
            (ESTALE, .inputOutput), (ENODATA, .noData), (ENODEV, .noData), (EINVAL, .noData), (EAGAIN, .noData),
        ]
    )
    func reasons(code: Int32, reason: UnavailableReason) {
        #expect(FileError(path: "/sys/x", code: code).reason == reason)
    }

    @Test("only a name that is not there counts as absent")
    func absence() {
        #expect(FileError(path: "/x", code: ENOENT).isAbsence)
        #expect(FileError(path: "/x", code: ENOTDIR).isAbsence)
        #expect(!FileError(path: "/x", code: EACCES).isAbsence)
        #expect(!FileError(path: "/x", code: EIO).isAbsence)
    }

    @Test("its text names the file and what happened")
    func text() {
        #expect("\(FileError(path: "/sys/x", code: EACCES))" == "can't read /sys/x: Permission denied")
    }

    @Test(
        "the text of a small file comes without white space and NUL around it, and an empty one is none",
        arguments: [(" 0042\n", "0042"), ("a b\0\0", "a b"), ("\n", nil), ("", nil), ("\0", nil)]
            as [(String, String?)]
    )
    func smallFiles(content: String, text: String?) throws {
        #expect(try FakeFileTree(["/f": content]).text("/f") == text)
    }

    @Test("bytes that are no UTF-8 don't make a file unreadable")
    func notUTF8() throws {
        let files = FakeFileTree()
        files.write([0xFF, 0x41, 0x0A], to: "/f")
        #expect(try files.text("/f") == "\u{FFFD}A")
    }
}
