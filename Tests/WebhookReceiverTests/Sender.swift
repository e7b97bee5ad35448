import Compression
import FoundationEssentials
import HTTPServer
import Sealing
import Shared
import Webhook

/// An agent that a test speaks for.
struct Sender {
    let line: KeyLine
    let seal: WebhookSeal

    init(_ line: KeyLine = .fresh()) throws {
        self.line = line
        seal = try WebhookSeal(line.key)
    }

    var agent: String { line.agent ?? "" }

    /// A batch of readings with these numbers, which are their values, too.
    func batch(_ number: Int64, _ items: some Sequence<Int64>, epoch: Int64 = 1, sensors: String = "[]") throws
        -> [UInt8]
    {
        let items = items.map {
            #"{"number":\#($0),"sensor":"battery.bat0.level","time":"2026-01-01T00:00:00.000+00:00","value":\#($0)}"#
        }
        let numbers = try items.map { try JSONDecoder().decode(Numbered.self, from: Data($0.utf8)).number }
        let range = numbers.isEmpty ? "" : #""first":\#(numbers[0]),"last":\#(numbers[numbers.count - 1]),"#
        return text(
            """
            {"version":1,"agent":"\(agent)","epoch":\(epoch),"batch":\(number),\(range)"dropped":0,"sensors":\(sensors),\
            "items":[\(items.joined(separator: ","))]}
            """
        )
    }

    /// The description of the sensor in ``batch(_:_:epoch:sensors:)``.
    static let description =
        #"[{"id":"battery.bat0.level","kind":"sensor","name":"BAT0 level","device":"BAT0","unit":"%","enabled":true}]"#

    /// Any content, sealed as a batch.
    func text(_ text: String) -> [UInt8] { sealed(Array(text.utf8)) }

    func sealed(_ bytes: [UInt8]) -> [UInt8] {
        SortedJSON.encode(Envelope(agent: agent, sealed: seal.batches.seal(bytes)))
    }

    /// As an agent compresses it.
    static func packed(_ text: [UInt8]) throws -> [UInt8] {
        // Followed by blanks where it is too short to become shorter.
        let padded = text + [UInt8](repeating: 0x20, count: text.count + 100)
        guard let packed = Compression.compressed(text, as: .zlib) ?? Compression.compressed(padded, as: .zlib) else {
            throw CompressionError.damaged
        }
        return packed
    }

    /// Sealed it is some kilobytes long, and opened 20 MiB.
    static func bomb() throws -> [UInt8] { try packed([UInt8](repeating: 0x20, count: 20 << 20)) }

    static func post(_ body: [UInt8]) -> ServerRequest {
        ServerRequest(method: "POST", path: "/", body: body)
    }

    /// What a receiver answered: its acknowledgement, or the word of its refusal.
    func opened(_ response: ServerResponse) throws -> (acknowledgement: Acknowledgement?, refusal: String?) {
        let answer = try JSONDecoder().decode(AnswerDocument.self, from: Data(response.body))
        guard let sealed = answer.sealed else { return (nil, answer.refused?.rawValue) }
        let text = try seal.acknowledgements.open(sealed)
        return (try JSONDecoder().decode(Acknowledgement.self, from: Data(text)), nil)
    }

    private struct Numbered: Decodable {
        var number: Int64
    }
}
