import FakeHomeAssistant
import FoundationEssentials

/// One request as `agent demo --json` prints it.
struct DemoWireLine: Encodable {
    let type = "wire"
    let time: String
    let command: String
    let sealedBytes: Int
    /// How the sealed text begins.
    let sealed: String
    let items: Int
    let status: Int
    let answerSealed: Bool

    private enum CodingKeys: String, CodingKey {
        case type, time, command, sealed, items, status
        case sealedBytes = "sealed_bytes"
        case answerSealed = "answer_sealed"
    }

    init(_ line: WireLine) {
        time = line.time.formatted(.iso8601)
        command = line.command
        sealedBytes = line.sealedBytes
        sealed = line.sealedStart
        items = line.items
        status = line.status
        answerSealed = line.isAnswerSealed
    }
}
