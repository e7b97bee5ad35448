import Glibc

/// The two rules for a system call that says "again".
enum SystemCall {
    /// Makes a call until it was neither interrupted nor, twice at most, told to come back (`EAGAIN`).
    ///
    /// - Parameter call: Gives 0 or more, or a negative `errno`.
    static func repeated<Number: SignedInteger>(_ call: () -> Number) -> Number {
        var attemptsLeft = 2
        while true {
            let result = call()
            if result == -Number(EINTR) { continue }
            guard result == -Number(EAGAIN), attemptsLeft > 0 else { return result }
            attemptsLeft -= 1
        }
    }

    /// The kernel's own way to answer: what the library gave, or a negative `errno`.
    static func result<Number: SignedInteger>(_ given: Number) -> Number {
        given < 0 ? -Number(errno) : given
    }
}
