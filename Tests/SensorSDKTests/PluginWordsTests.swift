import SensorSDK
import TestSupport
import Testing

/// Words that plugins of others speak.
@Suite struct PluginWordsTests {
    @Test("requests, answers and pushes are called as promised")
    func words() throws {
        let requests: [PluginRequest] = [
            .hello(.init(agent: "", family: "")), .list, .read([]), .watch([]), .health, .bye,
        ]
        let messages: [PluginMessage] = [
            .hello(.init()), .list(PluginItems([])), .read(PluginItems([])), .watch, .health(nil), .bye, .error(""),
            .readings(PluginItems([])), .readAgain(nil), .listAgain,
            .happened(PluginEvent(sensor: "", action: .added, name: "")),
        ]
        let lines = try requests.map { try PluginLine.encode($0) } + messages.map { try PluginLine.encode($0) }
        let differences = try KeptWords.load("plugin-lines").differences(
            from: lines.map { String(decoding: $0, as: UTF8.self) }
        )
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    }
}
