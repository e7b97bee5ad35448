import FoundationEssentials
import SensorSDK
import Shared
import TestSupport
import Testing

/// Words that are kept for ever: a release may add some, and never takes one back.
@Suite struct KeptWordsTests {
    @Test("the reasons why a sensor has no value are those that were promised")
    func reasons() throws {
        try expect("reasons", UnavailableReason.allCases.map(\.rawValue))
    }

    @Test("the actions of a device event are those that were promised")
    func eventActions() throws {
        try expect("event-actions", DeviceEvent.Action.allCases.map(\.rawValue))
    }

    @Test("the states of a server are those that were promised")
    func linkStates() throws {
        try expect("link-states", LinkState.allCases.map(\.rawValue))
    }

    @Test("what a sensor may reveal is called as promised")
    func sensitivities() throws {
        try expect("sensitivities", Sensitivity.allCases.map(\.rawValue))
    }

    @Test("the kinds of sensors are those that Home Assistant knows")
    func kinds() throws {
        try expect("kinds", SensorKind.allCases.map(\.rawValue))
    }

    @Test("each family's folder has the name of its ids, and each is a word that was promised")
    func families() throws {
        let here = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        let plugins = here.dropLast(3).joined(separator: "/") + "/Plugins"
        let folders = try FileManager.default.contentsOfDirectory(atPath: plugins)
            .filter { $0 != "Examples" && !$0.contains(".") }
        let words = folders.map { folder in
            folder.reduce(into: "") { word, letter in
                if letter.isUppercase, !word.isEmpty { word += "_" }
                word += letter.lowercased()
            }
        }
        // The daemon's own, which needs no folder.
        try expect("families", words + ["agent"])
    }

    @Test("a word that is gone, one that is new, and one that stands twice are each told with what to do")
    func differences() {
        let kept = KeptWords(name: "colours", words: ["red", "green", "green"])
        let told = kept.differences(from: ["green", "blue"])
        #expect(told.count == 3)
        #expect(told.first?.hasPrefix("'red' is gone") == true)
        #expect(told.contains { $0.hasPrefix("'blue' is new") && $0.hasSuffix("Tests/Words/colours.txt") })
        #expect(told.last?.hasPrefix("'green' stands twice") == true)
    }

    @Test("a list of words that is missing is an error, not an empty list")
    func missing() {
        #expect(throws: (any Error).self) { try KeptWords.load("no-such-words") }
    }

    private func expect(_ name: String, _ program: [String]) throws {
        let differences = try KeptWords.load(name).differences(from: program)
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    }
}
