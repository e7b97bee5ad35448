/// Lets one caller in at a time, in the order in which they came.
actor Turnstile {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func pass<Result: Sendable>(_ operation: @Sendable () async -> Result) async -> Result {
        if isTaken {
            await withCheckedContinuation { waiting.append($0) }
        }
        isTaken = true
        let result = await operation()
        if waiting.isEmpty {
            isTaken = false
        } else {
            // It stays taken, by the next one.
            waiting.removeFirst().resume()
        }
        return result
    }
}
