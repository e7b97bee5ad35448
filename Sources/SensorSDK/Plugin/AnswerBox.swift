import Synchronization

/// What one task leaves for the thread that waits for it.
final class AnswerBox<Answer: Sendable>: Sendable {
    private let answer = Mutex<Answer?>(nil)

    func set(_ answer: Answer) {
        self.answer.withLock { $0 = answer }
    }

    /// Called after ``set(_:)``.
    func take() -> Answer {
        guard let answer = answer.withLock({ $0 }) else { preconditionFailure("taken before it was set") }
        return answer
    }
}
