import Dispatch
import Glibc
import Testing

@testable import Live

/// What programs say, as it is read from their pipes.
@Suite(.timeLimit(.minutes(5))) struct PulledPipeTests {
    @Test("a pipe that has the number of one that was just hung up is heard, to its end")
    func numbers() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    let queue = DispatchQueue(label: "pipe.\(worker)")
                    for _ in 0..<2000 {
                        var ends: [Int32] = [-1, -1]
                        try #require(pipe(&ends) == 0, "no pipe: \(errno)")
                        let pipe = PulledPipe(owning: ends[0], queue: queue)
                        async let piece = pipe.piece()
                        write(ends[1], "word", 4)
                        close(ends[1])
                        #expect(await piece == Array("word".utf8))
                        #expect(await pipe.piece() == nil)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
