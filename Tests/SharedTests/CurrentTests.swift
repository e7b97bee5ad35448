import Shared
import TestSupport
import Testing

@Suite struct CurrentTests {
    @Test(
        "two hundred tests at once each see their own world, across waits, child tasks and streams",
        arguments: 0..<200
    )
    func isolated(number: Int) async {
        let name = "host\(number)"
        await inWorld {
            $0.hostName = { name }
        } operation: {
            #expect(Current.hostName() == name)
            await Task.yield()
            #expect(Current.hostName() == name)
            await withTaskGroup(of: String.self) { group in
                for _ in 0..<4 { group.addTask { Current.hostName() } }
                for await seen in group { #expect(seen == name) }
            }
            let stream = AsyncStream<String> { continuation in
                let task = Task {
                    await Task.yield()
                    continuation.yield(Current.hostName())
                    continuation.finish()
                }
                continuation.onTermination = { _ in task.cancel() }
            }
            for await seen in stream { #expect(seen == name) }
            async let child = Current.hostName()
            #expect(await child == name)
        }
    }

    @Test("an inner world ends with its operation")
    func nested() async {
        await inWorld {
            $0.hostName = { "outer" }
        } operation: {
            await inWorld {
                $0.hostName = { "inner" }
            } operation: {
                #expect(Current.hostName() == "inner")
            }
            #expect(Current.hostName() == "outer")
        }
    }

    @Test("the trait gives a test its world", .world { $0.hostName = { "by trait" } })
    func trait() {
        #expect(Current.hostName() == "by trait")
    }

    @Test("an error leaves the world too")
    func thrown() async {
        struct Failure: Error {}
        await inWorld {
            $0.hostName = { "outer" }
        } operation: {
            await #expect(throws: Failure.self) {
                try await inWorld {
                    $0.hostName = { "inner" }
                } operation: {
                    throw Failure()
                }
            }
            #expect(Current.hostName() == "outer")
        }
    }
}
