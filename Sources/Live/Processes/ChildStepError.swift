import Glibc
import Shared

/// A step before a program runs that failed.
struct ChildStepError: Error {
    let step: String
    let code: Int32

    init(_ step: String, _ code: Int32) {
        self.step = step
        self.code = code
    }

    var error: ChildProcessError {
        .failed(step: step, reason: String(cString: strerror(code)))
    }
}
