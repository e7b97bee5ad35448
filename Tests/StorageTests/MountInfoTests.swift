import Testing

@testable import Storage

@Suite struct MountInfoTests {
    @Test(
        "escapes of the mount table are decoded once, from left to right",
        arguments: [
            (#"/my\040disk"#, "/my disk"),
            (#"/tab\011x"#, "/tab\tx"),
            (#"/new\012line"#, "/new\nline"),
            (#"/back\134slash"#, #"/back\slash"#),
            (#"/looks\134040like"#, #"/looks\040like"#),
            (#"/hash\043"#, "/hash#"),
            (#"/end\04"#, #"/end\04"#),
            (#"/no\999octal"#, #"/no\999octal"#),
            (#"/beyond\777"#, #"/beyond\777"#),
        ]
    )
    func escapes(written: String, meant: String) throws {
        let mount = try #require(MountInfo(Array("25 1 8:2 / \(written) rw - ext4 /dev/sda2 rw\n".utf8)).mounts.first)
        #expect(mount.mountPoint == Array(meant.utf8))
    }

    @Test("bytes that are no UTF-8 stay what they are")
    func rawBytes() throws {
        let line = Array("25 1 8:2 / /m".utf8) + [0xff, 0x80] + Array(" rw - ext4 /dev/sda2 rw\n".utf8)
        #expect(MountInfo(line).mounts.first?.mountPoint == Array("/m".utf8) + [0xff, 0x80])
    }

    @Test(
        "optional fields, a source that is a dash, and an empty source don't shift the fields behind them",
        arguments: [
            "25 1 8:2 / /a rw - ext4 /dev/sda2 ro,x",
            "25 1 8:2 / /a rw shared:1 master:2 propagate_from:3 - ext4 /dev/sda2 ro,x",
            "25 1 8:2 / /a rw - ext4 - ro,x",
            "25 1 8:2 / /a rw shared:1 - ext4  ro,x",
        ]
    )
    func optionalFields(line: String) throws {
        let mount = try #require(MountInfo(Array(line.utf8)).mounts.first)
        #expect(mount.type == "ext4")
        #expect(mount.superOptions == ["ro", "x"])
    }

    @Test("a line of another form is left out and takes no neighbour along")
    func otherForms() {
        let text = """
            nonsense
            25 1 8:2 / / rw - ext4 /dev/sda2 rw
            x y 8:3 / /b rw - ext4 /dev/sda3 rw
            27 25 8:4 / /c rw shared:1 ext4 /dev/sda4 rw
            28 25 8:5 / /d rw - ext4 /dev/sda5 rw
            29 25 8:6 / /e rw -
            """
        #expect(MountInfo(Array(text.utf8)).mounts.map(\.id) == [25, 28])
    }

    @Test("a mount that a table shows twice, since it changed while it was read, is one, as it was shown last")
    func shownTwice() {
        let table = MountInfo(
            Array("25 1 8:2 / / rw - ext4 a rw\n26 25 8:3 / /x rw - ext4 b rw\n25 1 8:2 / / rw - ext4 a ro\n".utf8)
        )
        #expect(table.mounts.map(\.id) == [26, 25])
        #expect(table.visible.map(\.isReadOnly) == [false, true])
    }

    @Test("of two mounts at one mount point that on top counts, whichever line comes first")
    func stacked() {
        let below = "40 25 8:5 / /mnt rw - ext4 /dev/sda5 rw"
        let above = "41 40 8:6 / /mnt rw - ext4 /dev/sda6 rw"
        for lines in [[below, above], [above, below]] {
            let table = MountInfo(Array((["25 1 8:2 / / rw - ext4 /dev/sda2 rw"] + lines).joined(separator: "\n").utf8))
            #expect(table.visible.filter { $0.mountPoint == Array("/mnt".utf8) }.map(\.id) == [41])
        }
    }

    @Test("what lies below a folder that another mount hides can't be reached")
    func hidden() {
        let text = """
            25 1 8:2 / / rw - ext4 /dev/sda2 rw
            30 25 8:3 / /srv rw - ext4 /dev/sda3 rw
            31 30 8:4 / /srv/deep/er rw - ext4 /dev/sda4 rw
            32 30 0:70 / /srv rw - tmpfs tmpfs rw
            33 32 8:5 / /srv/new rw - ext4 /dev/sda5 rw
            """
        #expect(MountInfo(Array(text.utf8)).visible.map(\.id) == [25, 32, 33])
    }

    @Test("a table with circles and mounts without parents is read to its end")
    func brokenParents() {
        let text = """
            25 25 8:2 / / rw - ext4 /dev/sda2 rw
            30 31 8:3 / /a rw - ext4 /dev/sda3 rw
            31 30 8:4 / /a/b rw - ext4 /dev/sda4 rw
            32 999 8:5 / /c rw - ext4 /dev/sda5 rw
            """
        #expect(MountInfo(Array(text.utf8)).visible.map(\.id) == [25, 30, 31, 32])
    }
}
