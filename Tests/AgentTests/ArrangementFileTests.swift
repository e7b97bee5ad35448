import Daemon
import FoundationEssentials
import INI
import Shared
import TestSupport
import Testing

@testable import agent

@Suite struct ArrangementFileTests {
    @Test("a file says what is wanted of servers, sources and intervals, each with its line")
    func whole() throws {
        let file = try ArrangementFile(
            """
            exclusive = no
            [server home]
            url = http://ha.local:8123
            external-url = https://ha.example
            device-name = Büro
            plain-http = no
            token-file = /root/token
            sensor = battery
            optional-sensor = storage.mnt_nas.*
            exclusive = yes
            [server away]
            url = https://away.example
            token-credential = away
            [sources]
            storage = /mnt/nas
            storage = /mnt/other
            [intervals]
            battery.bat0.level = 90s
            [plugins]
            weather = network
            weather = write /srv/weather
            """
        )
        let wanted = file.arrangement
        #expect(!wanted.isExclusive)
        #expect(wanted.servers.map(\.name) == ["home", "away"])
        let home = try #require(wanted.servers.first)
        #expect(
            home.settings.map(\.change)
                == [.url("http://ha.local:8123"), .externalURL("https://ha.example"), .allowsPlainHTTP(false)]
        )
        #expect(home.deviceName == "Büro")
        #expect(home.isExclusive)
        #expect(
            home.sensors == [.init("battery", line: 8), .init("storage.mnt_nas.*", line: 9, isOptional: true)]
        )
        #expect(home.token == .file(nil))
        #expect(file.tokenFiles["home"]?.path == "/root/token")
        #expect(wanted.servers.last?.token == .credential(name: "away", line: 13))
        #expect(wanted.sources.map(\.source) == ["/mnt/nas", "/mnt/other"])
        #expect(wanted.intervals == [.init(sensor: "battery.bat0.level", milliseconds: 90_000, line: 18)])
        #expect(
            wanted.grants
                == [.init(plugin: "weather", word: "network"), .init(plugin: "weather", word: "write /srv/weather")]
        )
        #expect(
            ArrangementText.lines(wanted).suffix(3) == [
                "[plugins]", "weather = network", "weather = write /srv/weather",
            ]
        )
    }

    @Test(
        "what can't be taken is refused with line and key",
        arguments: [
            ("[server home]\nurll = http://a\n", ["line 2", "'urll'", "url, kind, device-name"]),
            ("[servers home]\nurl = http://a\n", ["line 2", "[servers home]", "[server NAME]"]),
            ("[server]\nurl = http://a\n", ["line 2", "[server]"]),
            ("[plugins]\nx = write srv\n", ["line 2", "'write PATH'"]),
            ("[server a b]\nurl = http://a\n", ["line 2", "[server a b]"]),
            ("[server home]\nurl = http://a\nurl = http://b\n", ["line 3", "url = http://b", "line 2"]),
            ("[server home]\ntoken-file = token\n", ["line 2", "token-file = token", "whole path"]),
            ("[server home]\ntoken-file = /a\ntoken-credential = b\n", ["line 3", "token-credential = b", "exclude"]),
            ("[server home]\nexclusive = perhaps\n", ["line 2", "exclusive = perhaps", "yes or no"]),
            ("[server home]\nca-file = /no/such\n", ["line 2", "ca-file = /no/such", "No such file"]),
            ("[server home]\nsensor =\n", ["line 2", "sensor =", "missing"]),
            (
                "exclusive = yes\n[server home]\n[intervals]\na.b.c = 1s\n",
                ["line 2", "[server home]", "holds nothing"]
            ),
            ("[intervals]\nbattery.bat0.level = often\n", ["line 2", "battery.bat0.level = often", "30s"]),
            ("[server home]\nnonsense\n", ["line 2"]),
        ]
    )
    func refused(text: String, words: [String]) throws {
        let error = try #require(throws: INIError.self) { try ArrangementFile(text) }
        for word in words { #expect("\(error)".contains(word), "\(error)") }
    }

    @Test("what is written for a machine reads back as the same, and holds comments where a person has to say more")
    func written() throws {
        var arrangement = Arrangement()
        var home = Arrangement.Server("home")
        home.settings = [
            .init(.url("http://ha.local:8123"), key: ""), .init(.externalURL("https://ha.example"), key: ""),
            .init(.connection(.certificates("-----BEGIN CERTIFICATE-----")), key: ""),
            .init(.connection(.pinnedKeys("sha256//AAAA")), key: ""), .init(.allowsPlainHTTP(true), key: ""),
        ]
        home.deviceName = "laptop"
        home.sensors = [.init("battery.bat0.level", isOptional: true)]
        arrangement.servers = [home]
        arrangement.sources = [
            .init(family: "storage", source: "/mnt/a b"), .init(family: "storage", source: "/mnt/x "),
        ]
        arrangement.intervals = [.init(sensor: "battery.bat0.level", milliseconds: 90_000)]
        let text = ArrangementText.lines(arrangement).joined(separator: "\n")
        let read = try ArrangementFile(text).arrangement
        #expect(
            read.servers.first?.settings.map(\.change)
                == [
                    .url("http://ha.local:8123"), .externalURL("https://ha.example"),
                    .connection(.pinnedKeys("sha256//AAAA")), .allowsPlainHTTP(true),
                ]
        )
        #expect(read.servers.first?.sensors.map(\.text) == ["battery.bat0.level"])
        #expect(read.servers.first?.sensors.first?.isOptional == true)
        #expect(read.servers.first?.token == nil)
        #expect(read.sources.map(\.source) == ["/mnt/a b"])
        #expect(read.intervals.map(\.milliseconds) == [90_000])
        for comment in ["# ca-file", "# device-name = laptop", "# token-file", "# can't be written"] {
            #expect(text.contains(comment))
        }
        #expect(!text.contains("BEGIN CERTIFICATE"))
    }

    @Test("the manual page lists every key of the file with the words of the table")
    func documented() throws {
        let top = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let template = try #require(FileManager.default.contents(atPath: "\(top)/packaging/man/agent.1.in"))
        let page = ManualPage.filled(String(decoding: template, as: UTF8.self))
        for section in ArrangementTable.sections {
            for key in section.keys {
                #expect(page.contains("\(key.shownName.replacing("-", with: "\\-"))\\fR = "), "\(key.shownName)")
                #expect(page.contains(key.key.help.replacing("-", with: "\\-")), "\(key.shownName)")
            }
        }
    }
}
