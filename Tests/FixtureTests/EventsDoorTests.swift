import FoundationEssentials
import TestSupport
import Testing

/// The door for device events, with cases made here: each must pass as it is, and fail with one word changed.
@Suite struct EventsDoorTests {
    private static let phone =
        #""SUBSYSTEM": "usb", "DEVTYPE": "usb_device", "ID_MODEL_ENC": "Phone", "ID_SERIAL": "S""#

    private static func event(_ time: Int, _ action: String, _ port: String, _ more: String = phone) -> String {
        #"{"t_ms": \#(time), "ACTION": "\#(action)", "DEVPATH": "/devices/usb1/\#(port)", \#(more)}"#
    }

    private func complaints(_ events: [String], later: String? = nil, _ rest: String) async throws -> [String] {
        let folder = try TemporaryFolder()
        func write(_ text: String, _ file: String) throws {
            try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/\(file)"))
        }
        try write("[\(events.joined(separator: ","))]", "events.json")
        if let later { try write("[\(later)]", "enumerated_after.json") }
        let files = later == nil ? #"["events.json"]"# : #"["events.json", "enumerated_after.json"]"#
        try write(#"{"id": "X", "provider": "udev", "files": \#(files), "categories": ["usb"], \#(rest)}"#, "case.json")
        return try await EventsWalk.complaints(try FixtureCase(folder: folder.path))
    }

    @Test("two devices of one name at two ports are told apart, also when both are told late")
    func twins() async throws {
        let events = [
            Self.event(0, "add", "1-1"), Self.event(0, "add", "1-2"), Self.event(100, "remove", "1-1"),
            Self.event(100, "remove", "1-2"),
        ]
        func expect(_ port: String, _ count: Int) -> String {
            #"{"event": "added", "device": "/devices/usb1/\#(port)", "count": \#(count)}, "#
                + #"{"event": "removed", "device": "/devices/usb1/\#(port)", "name": "Phone", "count": \#(count)}"#
        }
        #expect(try await complaints(events, #""expect": [\#(expect("1-1", 1)), \#(expect("1-2", 1))]"#).isEmpty)
        #expect(try await complaints(events, #""expect": [\#(expect("1-1", 2)), \#(expect("1-3", 0))]"#).count == 2)
    }

    @Test("what is still held when the case ends was not told")
    func settled() async throws {
        let events = [Self.event(0, "add", "1-1"), Self.event(100, "remove", "1-1")]
        let removed = #""expect": [{"event": "removed", "device": "/devices/usb1/1-1"}]"#
        #expect(try await complaints(events, removed).isEmpty)
        #expect(try await complaints(events, removed + #", "settle_ms": 500"#).count == 1)
    }

    @Test("the order of events counts where a case names it")
    func order() async throws {
        let events = [Self.event(0, "add", "1-1"), Self.event(5000, "remove", "1-1"), Self.event(9000, "add", "1-2")]
        let expect = #""expect": [{"event": "present_count", "device": "usb", "count": 1}], "order": "#
        for right in [
            #"["added", "removed", "added"]"#, #"["added /devices/usb1/1-1", "/devices/usb1/1-2/added"]"#,
            #"[{"event": "removed", "name": "Phone"}, {"device": "/devices/usb1/1-2"}]"#,
        ] {
            #expect(try await complaints(events, expect + right).isEmpty)
        }
        for wrong in [#"["removed", "removed"]"#, #"["added /devices/usb1/1-2", "removed"]"#, #"["changed"]"#] {
            #expect(try await complaints(events, expect + wrong).count == 1)
        }
        let asExpected = #""expect": [{"event": "removed"}, {"event": "added", "count": 2}], "order": true"#
        #expect(try await complaints(events, asExpected).isEmpty)
        let wrong =
            #""expect": [{"event": "removed", "count": 1}, {"event": "changed", "count": "0..1"}], "order": true"#
        #expect(try await complaints(events, wrong).count == 1)
    }

    @Test("events of the kernel itself are not heard, lost ones are found, a device that moves is the same")
    func sources() async throws {
        let kernel = Self.event(0, "add", "1-1", #""source": "kernel", "# + Self.phone)
        let lost = #"{"t_ms": 2000, "errno": "ENOBUFS"}"#
        let moved = Self.event(5000, "move", "1-9", #""DEVPATH_OLD": "/devices/usb1/1-2", "# + Self.phone)
        let gone = Self.event(9000, "remove", "1-9", #""SUBSYSTEM": "usb", "DEVTYPE": "usb_device""#)
        let later = #"{"DEVPATH": "/devices/usb1/1-2", \#(Self.phone)}"#
        let expect = #"""
            "expect": [
                {"event": "added", "device": "/devices/usb1/1-1", "count": 0},
                {"event": "added", "device": "/devices/usb1/1-2", "name": "Phone", "attributes": {"class": "usb"}},
                {"event": "added", "device": "/devices/usb1/1-9", "count": 0},
                {"event": "removed", "device": "/devices/usb1/1-2", "name": "Phone"},
                {"event": "present_count", "device": null, "count": 0}
            ], "max_reports_total": 2, "must_not_contain": ["SECRET"]
            """#
        let events = [kernel, lost, #"{"t_ms": 2001, "errno": "EAGAIN"}"#, moved, gone]
        #expect(try await complaints(events, later: later, expect).isEmpty)
        #expect(try await !complaints(events, later: later, expect.replacing("SECRET", with: "Phone")).isEmpty)
        let few = expect.replacing(#""max_reports_total": 2"#, with: #""max_reports_total": 1"#)
        #expect(try await complaints(events, later: later, few).count == 1)
    }

    @Test("an event or a category that nobody knows fails its case")
    func unknown() async throws {
        #expect(try await complaints([], #""expect": [{"event": "frobbed", "count": 0}]"#).count == 1)
        #expect(try await complaints([], #""expect": [{"event": "added", "count": "few"}]"#).count == 1)
        await #expect(throws: FixtureCase.Failure.self) {
            try await complaints([#"{"t_ms": 0, "errno": "EFROB"}"#], #""expect": []"#)
        }
    }
}
