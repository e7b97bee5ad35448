import Shared
import TestSupport
import Testing

@Suite struct KeptWordsTests {
    @Test("the reasons of a receiver keep their words, since other programs send and read them")
    func refusals() throws {
        #expect(
            try KeptWords.load("receiver-refusals").differences(from: ReceiverRefusal.allCases.map(\.rawValue)).isEmpty
        )
    }
}
