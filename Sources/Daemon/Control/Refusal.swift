import FoundationEssentials
import Glibc
import Shared

/// The last word of a daemon that can't start to whoever waits at a socket of systemd's.
///
/// A client that is left waiting there has systemd start the daemon again at once, and again, and never learns why.
package struct Refusal: Sendable {
    private let failure: ControlFailure

    package init(_ failure: ControlFailure) {
        self.failure = ControlFailure(failure.exitCode, "the daemon can't start: \(failure)")
    }

    /// Whom to tell is no question: the socket's mode let them in. Nobody is waited for who has not connected yet.
    ///
    /// - Parameter listener: Stays open.
    package func tell(at listener: Int32) {
        var state = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        for _ in 0..<Self.most where poll(&state, 1, 0) == 1 {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { return }
            answer(LineSocket(client))
        }
    }

    /// More would keep the end of the process waiting.
    private static let most = 16

    private func answer(_ client: LineSocket) {
        client.limitWaiting(to: 1)
        var rest: [UInt8] = []
        guard client.line(limit: ControlConnection.longestRequest, rest: &rest) != nil,
            // Encoding can't fail.
            let answer = try? JSONEncoder().encode(ControlEnvelope(ControlAnswer.failure(failure)))
        else { return }
        _ = client.send(Array(answer))
    }
}
