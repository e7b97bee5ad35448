import Testing

@testable import Daemon

@Suite struct FamilyThreadTests {
    @Test("all families of plugins have one thread between them, and each other family has one that nobody else blocks")
    func shared() {
        let threads = ["plugin_x", "plugin_y", "battery", "storage"].map { FamilyThread(FakeProvider([]), of: $0) }
        #expect(threads[0].executor === threads[1].executor)
        #expect(threads[2].executor !== threads[3].executor)
        #expect(threads[1].executor !== threads[2].executor)
    }
}
