import FoundationEssentials
import Shared
import Testing

@Suite struct SecretTests {
    private struct Holder {
        let name = "server"
        let token = Secret("hunter2")
        var optional: Secret? = Secret("hunter2")
    }

    private func printed(_ value: Any) -> String {
        var text = ""
        print(value, terminator: "", to: &text)
        return text
    }

    private func debugPrinted(_ value: Any) -> String {
        var text = ""
        debugPrint(value, terminator: "", to: &text)
        return text
    }

    private func dumped(_ value: Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    @Test("no way to print a secret, or what holds one, shows it")
    func neverShown() {
        let secret = Secret("hunter2")
        let values: [Any] = [secret, Holder(), [secret], ["key": secret], (1, secret), Optional(secret) as Any]
        for value in values {
            let texts = [
                printed(value), debugPrinted(value), dumped(value), "\(value)", String(describing: value),
                String(reflecting: value),
            ]
            for text in texts {
                #expect(!text.contains("hunter2"))
                #expect(text.contains("‹secret›"))
            }
        }
        #expect("\(secret)" == "‹secret›")
    }

    @Test("a mirror finds nothing in a secret")
    func mirror() {
        #expect(Mirror(reflecting: Secret("hunter2")).children.isEmpty)
        #expect(Mirror(reflecting: Secret("hunter2")).descendant("exposed") == nil)
    }

    @Test("an error that holds a secret does not tell it")
    func error() {
        struct Failure: Error { let token = Secret("hunter2") }
        let error: any Error = Failure()
        #expect(!"\(error)".contains("hunter2"))
        #expect(!String(reflecting: error).contains("hunter2"))
    }

    @Test("a request shows neither its URL nor the values of its headers")
    func request() {
        let request = HTTPRequest(
            method: .post,
            url: Secret("http://ha.local/api/webhook/hunter2"),
            headers: [("Authorization", Secret("Bearer hunter2"))]
        )
        #expect(!dumped(request).contains("hunter2"))
        #expect(!"\(request)".contains("hunter2"))
    }

    @Test("what stores a secret gets the text itself, and back")
    func coding() throws {
        let json = try JSONEncoder().encode([Secret("hunter2")])
        #expect(String(decoding: json, as: UTF8.self) == #"["hunter2"]"#)
        #expect(try JSONDecoder().decode([Secret].self, from: json) == [Secret("hunter2")])
    }
}
