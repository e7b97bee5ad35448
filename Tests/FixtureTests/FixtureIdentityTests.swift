import FoundationEssentials
import SensorSDK
import TestSupport
import Testing

/// What a case may demand of ids and names, each met and each broken.
@Suite struct FixtureIdentityTests {
    private let first = FixtureTarget(device: "sda", reading: "temp1")
    private let second = FixtureTarget(device: "sdb", reading: "temp1")

    /// Two samples: in the second the two devices have changed their kernel names.
    private func seen(_ things: [[FixtureTarget: String]], reading: String = "temp1") throws -> [FixtureObservation] {
        try things.enumerated().map { sample, things in
            let ids = try things.mapValues { try SensorID(family: "thermal", thing: $0, reading: reading) }
            let sensors = try ids.map { try Sensor(id: $1, device: $0.device, name: "\($0.device) \($0.reading)") }
            return FixtureObservation(
                sample: sample,
                sensors: Dictionary(sensors.map { ($0.id, $0) }) { first, _ in first },
                listed: sensors,
                readings: [],
                ids: ids
            )
        }
    }

    private func complaints(
        _ things: [[FixtureTarget: String]],
        _ change: (inout FixtureCase) -> Void
    ) throws -> [String] {
        var fixture = try FixtureCase.adopted("thermal", "T08-drivetemp-two-disks")
        fixture.distinctIDs = nil
        fixture.distinctNames = nil
        change(&fixture)
        return FixtureIdentity(fixture, try seen(things)).complaints
    }

    @Test("pairs in different samples have one id, or are complained about")
    func pairs() throws {
        let swapped = [[first: "a", second: "b"], [first: "b", second: "a"]]
        let pairs = [["sda/temp1@0", "sdb/temp1@1"], ["sdb/temp1@0", "sda/temp1@1"]]
        #expect(try complaints(swapped) { $0.sameIDPairs = pairs }.isEmpty)
        #expect(try complaints([swapped[0], swapped[0]]) { $0.sameIDPairs = pairs }.count == 2)
        #expect(try complaints(swapped) { $0.sameIDPairs = [["sda/temp1@0", "sdc/temp1@1"]] }.count == 1)
    }

    @Test("what keeps its id across samples is there and is one")
    func acrossSamples() throws {
        let titles = ["sda/temp1"]
        #expect(try complaints([[first: "a"], [first: "a"]]) { $0.sameIDAcrossSamples = titles }.isEmpty)
        #expect(try complaints([[first: "a"], [:]]) { $0.sameIDAcrossSamples = titles }.isEmpty)
        #expect(try complaints([[first: "a"], [first: "b"]]) { $0.sameIDAcrossSamples = titles }.count == 1)
        #expect(try complaints([[:], [:]]) { $0.sameIDAcrossSamples = titles }.count == 1)
    }

    @Test("ids that must differ differ")
    func distinct() throws {
        func count(_ things: [FixtureTarget: String]) throws -> Int {
            try complaints([things]) { fixture in
                fixture.distinctIDs = true
                fixture.expect = fixture.expect.map { $0.of("sda") } + fixture.expect.map { $0.of("sdb") }
            }.count
        }
        #expect(try count([first: "a", second: "b"]) == 0)
        #expect(try count([first: "a", second: "a"]) == 1)
    }

    @Test("a thing that is offered twice, under two ids or two names, is complained about")
    func exactlyOne() throws {
        let twin = FixtureTarget(device: "sda abcdef", reading: "temp1")
        let neighbour = FixtureTarget(device: "sda backup", reading: "temp1")
        func count(_ things: [FixtureTarget: String]) throws -> Int {
            try complaints([things]) { $0.exactlyOnePer = ["sda/temp1"] }.count
        }
        #expect(try count([first: "a"]) == 0)
        #expect(try count([first: "a", neighbour: "b"]) == 0)
        #expect(try count([first: "a", twin: "a_abcdef"]) == 1)
        #expect(try count([:]) == 1)
    }

    @Test("a pattern is looked for in every spelling of the ids that it is for")
    func pattern() throws {
        let things = [[first: "drivetemp_00ff00ff00ff"]]
        for pattern in ["^thermal.drivetemp_[0-9a-f]{12}", "^thermal_drivetemp_[0-9a-f]{12}$", "_temp1$"] {
            #expect(try complaints(things) { $0.idPattern = .all(pattern) }.isEmpty)
        }
        #expect(try complaints(things) { $0.idPattern = .all("^sda") }.count == 1)
        #expect(try complaints(things) { $0.idPattern = .all("(") }.count == 1)
        #expect(try complaints(things) { $0.idPattern = .some(["sda/temp1": "00ff"]) }.isEmpty)
        #expect(try complaints(things) { $0.idPattern = .some(["sdb/temp1": "00ff"]) }.count == 1)
    }

    @Test("a title may name a path, one of several devices, and a sample")
    func titles() throws {
        let fixture = try FixtureCase.adopted("thermal", "T06-same-libsensors-name")
        #expect(fixture.target(of: "/media/u/hash#1/total")?.target.device == "/media/u/hash#1")
        #expect(fixture.target(of: "acpitz-virtual-0#1/temp1")?.target.instance == 1)
        #expect(fixture.target(of: "acpitz-virtual-0/temp1@2")?.sample == 2)
        for text in ["temp1", "a/temp1@x", "a/"] { #expect(fixture.target(of: text) == nil) }
    }

    @Test("a number in another unit is right if it is converted rightly")
    func units() throws {
        let fixture = try FixtureCase.adopted("storage", "S01-ext4-reserved-blocks")
        var total = try #require(fixture.expect.first)
        (total.state, total.unit, total.tolerance) = (.number(0.2245), "GiB", 0.0001)
        #expect(FixtureAnswers(total).complaint(about: .value(.integer(241_081_344)), unit: "B") == nil)
        #expect(FixtureAnswers(total).complaint(about: .value(.integer(241_081_344)), unit: "kB") != nil)
        #expect(FixtureAnswers(total).complaint(about: .value(.number(0.2245)), unit: nil) != nil)
        #expect(FixtureUnit.factor(from: "Wh", to: "J") == 3600)
        #expect(FixtureUnit.factor(from: "W", to: "J") == nil)
    }

    @Test("half of a surrogate pair, as Python writes bytes that are no UTF-8, does not spoil a case")
    func surrogates() {
        let repaired = { (text: String) in String(decoding: FixtureJSON.repaired(.init(text.utf8)), as: UTF8.self) }
        #expect(
            repaired(#"{"a": "x\udcffy\ud83d\ude00\\udcff\"\u00e4"}"#)
                == #"{"a": "x\ufffdy\ud83d\ude00\\udcff\"\u00e4"}"#
        )
        #expect(repaired(#""\ud83d"#) == #""\ufffd"#)
    }
}

extension FixtureExpectation {
    fileprivate func of(_ device: String) -> FixtureExpectation {
        var result = self
        result.device = device
        return result
    }
}
