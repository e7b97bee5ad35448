@testable package import Shared
package import Testing

/// Scopes a world of its own to a test or suite: `@Test(.world { $0.files = … })`.
package struct WorldTrait: SuiteTrait, TestTrait, TestScoping {
    let change: @Sendable (inout World) -> Void

    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        var world = World.fake()
        change(&world)
        try await withWorld(world) { try await function() }
    }
}

extension Trait where Self == WorldTrait {
    /// A fake world, changed as the test needs it.
    package static func world(_ change: @escaping @Sendable (inout World) -> Void = { _ in }) -> WorldTrait {
        WorldTrait(change: change)
    }
}

/// Runs `operation` in a world made from the fake one.
package nonisolated(nonsending) func inWorld<Result>(
    _ change: (inout World) -> Void,
    operation: nonisolated(nonsending) () async throws -> Result
) async rethrows -> Result {
    var world = World.fake()
    change(&world)
    return try await withWorld(world, operation: operation)
}
