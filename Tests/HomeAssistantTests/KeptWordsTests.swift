import TestSupport
import Testing

@testable import HomeAssistant

@Suite struct KeptWordsTests {
    @Test("automations find events under the type that was promised")
    func eventType() throws {
        #expect(try KeptWords.load("event-types").differences(from: [EventCall.eventType]).isEmpty)
    }
}
