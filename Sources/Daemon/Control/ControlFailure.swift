package import Shared

/// Why a command was not carried out; nothing was changed.
package struct ControlFailure: Error, Codable, Sendable, Hashable, CustomStringConvertible {
    package var exitCode: ExitCode
    /// For a person: what failed, where, and what to do.
    package var message: String

    package init(_ exitCode: ExitCode, _ message: String) {
        self.exitCode = exitCode
        self.message = message
    }

    package var description: String { message }
}
