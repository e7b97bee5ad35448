import Glibc
import Live
import Shared
import Testing

@Suite("Files of a machine")
struct LiveFileTreeTests {
    /// The same folder as a machine of its own and as a part of this one.
    enum Way: CaseIterable {
        case asRoot, belowRoot
    }

    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func tree(_ way: Way) -> (files: LiveFileTree, prefix: String) {
        switch way {
        case .asRoot: (LiveFileTree(root: folder.path), "")
        case .belowRoot: (LiveFileTree(), folder.path)
        }
    }

    @Test("a small file is read up to the limit, a whole one only if it fits", arguments: Way.allCases)
    func reading(_ way: Way) throws {
        let long = String(repeating: "0123456789abcdef", count: 4096)
        try folder.write("42\n", to: "/sys/value")
        try folder.write(long, to: "/proc/long")
        let (files, prefix) = tree(way)
        #expect(try files.text("\(prefix)/sys/value") == "42")
        #expect(try files.read("\(prefix)/proc/long", limit: 5) == Array("01234".utf8))
        #expect(try files.readWhole("\(prefix)/proc/long", limit: long.utf8.count) == Array(long.utf8))
        #expect(throws: FileError(path: "\(prefix)/proc/long", code: EFBIG)) {
            try files.readWhole("\(prefix)/proc/long", limit: long.utf8.count - 1)
        }
    }

    @Test("a file of the kernel that tells no size is read whole")
    func kernelFile() throws {
        let bytes = try LiveFileTree().readWhole("/proc/self/mountinfo", limit: 1 << 20)
        #expect(bytes.last == UInt8(ascii: "\n"))
    }

    @Test("an error names the file as the machine writes it and keeps its errno", arguments: Way.allCases)
    func errors(_ way: Way) throws {
        try folder.write("", to: "/a/file")
        try folder.link("/a/round", to: "round")
        let (files, prefix) = tree(way)
        let cases: [(path: String, code: Int32)] = [
            ("/a/none", ENOENT), ("/a/file/below", ENOTDIR), ("/a", EISDIR), ("/a/round", ELOOP),
            ("/a/\(String(repeating: "x", count: 300))", ENAMETOOLONG), ("/a/file\0", ENOENT),
        ]
        for (path, code) in cases {
            #expect(throws: FileError(path: prefix + path, code: code)) { try files.read(prefix + path, limit: 10) }
            #expect(throws: FileError(path: prefix + path, code: code)) {
                try files.readWhole(prefix + path, limit: 10)
            }
        }
        #expect(throws: FileError(path: "\(prefix)/a/file", code: ENOTDIR)) {
            try files.entries(of: "\(prefix)/a/file")
        }
        #expect(throws: FileError(path: "\(prefix)/none", code: ENOENT)) { try files.entries(of: "\(prefix)/none") }
        #expect(throws: FileError(path: "\(prefix)/none", code: ENOENT)) { try files.resolved("\(prefix)/none") }
    }

    @Test(
        "a pipe that nobody writes to is empty, and one without news says so: neither holds the reader up",
        arguments: Way.allCases
    )
    func pipe(_ way: Way) throws {
        #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
        let (files, prefix) = tree(way)
        #expect(try files.read("\(prefix)/pipe", limit: 10) == [])
        #expect(try files.readWhole("\(prefix)/pipe", limit: 10) == [])

        let writer = open("\(folder.path)/pipe", O_RDWR | O_NONBLOCK)
        defer { close(writer) }
        #expect(writer >= 0)
        #expect(throws: FileError(path: "\(prefix)/pipe", code: EAGAIN)) { try files.read("\(prefix)/pipe", limit: 10) }
    }

    @Test("the names in a folder are sorted, links and hidden ones among them", arguments: Way.allCases)
    func entries(_ way: Way) throws {
        try folder.write("", to: "/class/b")
        try folder.make("/class/a")
        try folder.link("/class/c", to: "/nowhere")
        try folder.write("", to: "/class/.d")
        try folder.make("/empty")
        let (files, prefix) = tree(way)
        #expect(try files.entries(of: "\(prefix)/class") == [".d", "a", "b", "c"])
        #expect(try files.entries(of: "\(prefix)/empty") == [])
    }

    @Test("relative links are followed, and the place is given as the machine writes it", arguments: Way.allCases)
    func links(_ way: Way) throws {
        try folder.write("50000\n", to: "/sys/devices/chip/hwmon/hwmon0/temp1_input")
        try folder.link("/sys/class/hwmon/hwmon0", to: "../../devices/chip/hwmon/hwmon0")
        let (files, prefix) = tree(way)
        #expect(try files.text("\(prefix)/sys/class/hwmon/hwmon0/temp1_input") == "50000")
        #expect(try files.entries(of: "\(prefix)/sys/class/hwmon/hwmon0") == ["temp1_input"])
        #expect(
            try files.resolved("\(prefix)/sys/class/hwmon/hwmon0") == "\(prefix)/sys/devices/chip/hwmon/hwmon0"
        )
    }

    @Test("no path and no link leads out of a machine that is a folder")
    func confinement() throws {
        try folder.write("outside", to: "/secret")
        try folder.write("inside", to: "/machine/etc/name")
        try folder.write("inside", to: "/machine/secret")
        try folder.link("/machine/absolute", to: "/etc/name")
        try folder.link("/machine/upwards", to: "../../../../secret")
        try folder.link("/machine/host", to: folder.path)
        let files = LiveFileTree(root: "\(folder.path)/machine")
        #expect(try files.text("/absolute") == "inside")
        #expect(try files.resolved("/absolute") == "/etc/name")
        #expect(try files.text("/../secret") == "inside")
        #expect(try files.text("/upwards") == "inside")
        #expect(try files.resolved("/upwards") == "/secret")
        #expect(try files.resolved("/..") == "/")
        #expect(throws: FileError(path: "/host/secret", code: ENOENT)) { try files.text("/host/secret") }
        #expect(throws: FileError(path: "/host", code: ENOENT)) { try files.entries(of: "/host") }
        #expect(throws: FileError(path: "/host", code: ENOENT)) { try files.resolved("/host") }
    }

    @Test("a machine's folder may itself be reached through a link")
    func linkedRoot() throws {
        try folder.write("inside", to: "/machine/etc/name")
        try folder.link("/here", to: "machine")
        let files = LiveFileTree(root: "\(folder.path)/here/")
        #expect(try files.resolved("/etc/../etc/name") == "/etc/name")
        #expect(try files.resolved("/") == "/")
    }

    @Test("a machine's folder that is missing is said so")
    func missingRoot() {
        let files = LiveFileTree(root: "\(folder.path)/none")
        #expect(throws: FileError(path: "/etc/name", code: ENOENT)) { try files.text("/etc/name") }
    }
}
