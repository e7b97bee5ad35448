import Synchronization

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The world in force here: a test's own, else the one that the program was started in.
package var Current: World {
    if let scoped = WorldScope.override { return scoped }
    guard let base = WorldScope.base.withLock({ $0 }) else {
        preconditionFailure("Current was read before World.bootstrap(_:) and outside a test's .world scope")
    }
    return base
}

extension World {
    /// Puts the process into a world, once, before anything reads ``Current``.
    package static func bootstrap(_ world: World) {
        WorldScope.base.withLock { base in
            precondition(base == nil, "World.bootstrap(_:) was called twice")
            base = world
        }
    }
}

/// Runs `operation` in another world; for tests only, through `TestSupport`.
nonisolated(nonsending) func withWorld<Result>(
    _ world: World,
    operation: nonisolated(nonsending) () async throws -> Result
) async rethrows -> Result {
    try await WorldScope.$override.withValue(world, operation: operation)
}

private enum WorldScope {
    @TaskLocal static var override: World?
    static let base = Mutex<World?>(nil)
}
