import Shared

extension ControlFailure {
    /// The daemon answered something else than what was asked for.
    package static let unexpectedAnswer = ControlFailure(
        .tryAgain,
        "the daemon's answer is of another version; restart it"
    )
}
