import FoundationEssentials
import Glibc
import SensorSDK
import Shared
import TestSupport
import Testing

@testable import PluginHost

/// Which files are plugins, and which of them are run.
@Suite struct PluginFoldersTests {
    private struct Places {
        let folder: TemporaryFolder
        let strong: String
        let weak: String

        init() throws {
            folder = try TemporaryFolder()
            strong = folder.path + "/strong"
            weak = folder.path + "/weak"
            for path in [strong, weak] {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
                chmod(path, 0o755)
            }
        }

        @discardableResult
        func write(_ path: String, mode: mode_t = 0o755, _ text: String = "#!/bin/sh\n") throws -> String {
            let whole = "\(folder.path)/\(path)"
            try ScriptFile.write(text, to: whole, mode: mode)
            return whole
        }

        var found: [String: [FoundPlugin]] {
            let rule = TrustRule(owners: [geteuid()], anchor: folder.path)
            // None, where the test's own process lacks what it takes to look; then the expectations fail.
            let plugins = try? PluginFolders([strong, weak], rule: rule).find()
            return Dictionary(grouping: plugins ?? [], by: \.name)
        }

        func refusal(_ name: String) -> String? {
            guard case .refused(let reason)? = found[name]?.first?.standing else { return nil }
            return reason
        }
    }

    @Test("a plugin's name is that of its file up to the first dot, and the stronger folder wins")
    func shadows() throws {
        let places = try Places()
        try places.write("weak/one.py")
        try places.write("weak/two")
        let strong = try places.write("strong/one.sh")
        let found = places.found
        #expect(Set(found.keys) == ["one", "two"])
        #expect(found["one"]?.compactMap(\.file).count == 1)
        #expect(found["one"]?.first { $0.file != nil }?.path == strong)
        #expect(found["two"]?.first?.file != nil)
    }

    @Test("a link to /dev/null in the stronger folder switches a plugin off")
    func masks() throws {
        let places = try Places()
        try places.write("weak/one")
        symlink("/dev/null", places.strong + "/one")
        #expect(places.found["one"]?.allSatisfy { $0.file == nil } == true)
    }

    @Test("manifests, texts, hidden files and what editors leave behind are no plugins; a manifest is shown")
    func others() throws {
        let places = try Places()
        try places.write("weak/one.sh")
        try places.write("weak/one.json", mode: 0o644, #"{"name":"One","licence":"MIT","reveals":["who is at home"]}"#)
        for name in [".hidden", "one.sh~", "README.md", "one.dpkg-new"] { try places.write("weak/\(name)") }
        #expect(Set(places.found.keys) == ["one"])
        #expect(places.found["one"]?.first?.manifest?.reveals == ["who is at home"])
    }

    @Test("what a manifest asks for is taken whole, and said in words")
    func asks() throws {
        let places = try Places()
        try places.write("weak/one.sh")
        try places.write(
            "weak/one.json",
            mode: 0o644,
            #"{"read":["/home/a"],"write":["/srv/b"],"network":true,"later":1}"#
        )
        try places.write("weak/two.sh")
        #expect(places.found["one"]?.first?.asks.words == ["network", "read /home/a", "write /srv/b"])
        #expect(places.found["two"]?.first?.asks.words == [])
    }

    @Test(
        "a plugin whose manifest can't be understood is not run, since nobody knows what it asks for",
        arguments: [
            ("{", "is no JSON"), ("[1]", "is no JSON object"),
            (#"{"read":"/a"}"#, "'read' must be a list of texts"),
            (#"{"network":"yes"}"#, "'network' must be true or false"),
            (#"{"read":["a"]}"#, "'a' is no whole path"), (#"{"write":["/a/../b"]}"#, "'/a/../b' is no whole path"),
            (#"{"write":["/"]}"#, "'/' is no whole path"), (#"{"read":["/a\u001b"]}"#, "is no whole path"),
            (
                #"{"read":["/a","/b","/c","/d","/e","/f","/g","/h","/i","/j","/k","/l","/m","/n","/o","/p","/q"]}"#,
                "17 paths"
            ),
        ]
    )
    func badManifest(_ text: String, _ reason: String) throws {
        let places = try Places()
        try places.write("weak/one.sh")
        try places.write("weak/one.json", mode: 0o644, text)
        let refusal = places.refusal("one") ?? ""
        #expect(refusal.contains(reason) && refusal.contains("/one.json"), "\(refusal)")
    }

    @Test("a manifest that others can change is not believed")
    func openManifest() throws {
        let places = try Places()
        try places.write("weak/one.sh")
        try places.write("weak/one.json", mode: 0o664, "{}")
        #expect(places.refusal("one")?.contains("one.json can be changed by group or others") == true)
    }

    @Test(
        "what group or others can change is refused: the file, its folder, where a link leads, and the folder of that"
    )
    func writable() throws {
        let places = try Places()
        try places.write("weak/file", mode: 0o775)
        #expect(places.refusal("file")?.contains("can be changed by group or others") == true)

        let away = try places.write("away", mode: 0o757)
        symlink(away, places.weak + "/link")
        #expect(places.refusal("link")?.contains("can be changed") == true)

        try FileManager.default.createDirectory(
            atPath: places.folder.path + "/open",
            withIntermediateDirectories: false
        )
        let inside = try places.write("open/inside")
        chmod(places.folder.path + "/open", 0o777)
        symlink(inside, places.weak + "/inside")
        #expect(places.refusal("inside")?.contains("group or others can write into \(places.folder.path)/open") == true)

        try places.write("weak/fine")
        chmod(places.weak, 0o775)
        #expect(places.refusal("fine")?.contains("group or others can write into \(places.weak)") == true)
    }

    @Test("what is no file, is not executable, leads nowhere, or has no name is refused with its reason")
    func unusable() throws {
        let places = try Places()
        mkfifo(places.weak + "/pipe", 0o700)
        mkdir(places.weak + "/folder", 0o755)
        try places.write("weak/plain", mode: 0o644)
        symlink("/nowhere", places.weak + "/dangling")
        try places.write("weak/Big-Name")
        try places.write("weak/twin.py")
        try places.write("weak/twin.sh")
        #expect(places.refusal("pipe")?.contains("no ordinary file") == true)
        #expect(places.refusal("folder")?.contains("no ordinary file") == true)
        #expect(places.refusal("plain")?.contains("chmod +x") == true)
        #expect(places.refusal("dangling")?.contains("can't be opened") == true)
        #expect(places.refusal("Big-Name")?.contains("can't be a plugin's name") == true)
        #expect(places.found["twin"]?.compactMap(\.file).count == 1)
    }

    @Test("a file of another user is refused", .enabled("only root can give a file away") { geteuid() == 0 })
    func foreign() throws {
        let places = try Places()
        let path = try places.write("weak/one")
        chown(path, 12345, 12345)
        #expect(places.refusal("one")?.contains("belongs to user 12345") == true)
    }

    @Test("a folder that is not there holds nothing")
    func absent() throws {
        #expect(try PluginFolders(["/nowhere/at/all"]).find().isEmpty)
    }

    @Test("how a plugin stands is called as promised")
    func states() throws {
        let differences = try KeptWords.load("plugin-states").differences(
            from: PluginReport.State.allCases.map(\.rawValue)
        )
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    }

    @Test(
        "that the host itself has no more open files says nothing of a plugin; that a file may not be read does",
        arguments: [(EMFILE, true), (ENFILE, true), (ENOMEM, true), (EACCES, false), (ENOENT, false)]
    )
    func exhaustion(_ code: Int32, _ isExhaustion: Bool) {
        let isExhausted =
            switch TrustError(opening: "/x", code) {
            case .exhausted: true
            default: false
            }
        #expect(isExhausted == isExhaustion)
    }
}
