import Glibc
import Shared
import Store

/// The credentials that systemd handed to the service (`LoadCredential=`, `LoadCredentialEncrypted=`).
package struct CredentialFolder: Sendable {
    private let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// What a credential holds: an access token, or the line of a receiver's key file.
    ///
    /// - Parameter isKeyLine: Whether it may be two words, `agent-id key`.
    /// - Throws: ``ControlFailure`` with ``ExitCode/badData``: there is none of this name, or it is something else.
    func secret(_ name: String, isKeyLine: Bool) throws(ControlFailure) -> Secret {
        guard Self.isName(name) else {
            throw ControlFailure(.badData, "'\(name.printable(limit: 60))' can't be the name of a credential")
        }
        let descriptor = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw Self.missing(name) }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        let words = String(decoding: buffer[..<max(0, count)], as: UTF8.self).split(whereSeparator: \.isWhitespace)
        // systemd 257 hands over what is encrypted as it is when the unit loads it as plain text.
        guard count > 0, count < buffer.count, words.count == 1 || isKeyLine && words.count == 2,
            words.allSatisfy({ $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } })
        else {
            throw ControlFailure(
                .badData,
                "the credential '\(name)' can't be used: it must be one "
                    + "word\(isKeyLine ? ", or two," : "") of plain characters; an encrypted one needs LoadCredentialEncrypted="
            )
        }
        return Secret(words.joined(separator: " "))
    }

    /// What `agent.db` is sealed with: the credentials `store-key` and `store-key-old`, as far as they are there.
    ///
    /// - Throws: ``ControlFailure`` with ``ExitCode/badData`` for one that is no single word.
    func storeKeys() throws(ControlFailure) -> StoreKeys {
        StoreKeys(current: try tokenIfAny("store-key"), previous: try tokenIfAny("store-key-old"))
    }

    private func tokenIfAny(_ name: String) throws(ControlFailure) -> Secret? {
        access("\(path)/\(name)", F_OK) == 0 ? try secret(name, isKeyLine: false) : nil
    }

    static func missing(_ name: String) -> ControlFailure {
        ControlFailure(
            .badData,
            "the daemon has no credential '\(name.printable(limit: 60))'; its unit loads one with LoadCredentialEncrypted=\(name.printable(limit: 60)), "
                + "see agent(1), and takes it at a restart"
        )
    }

    private static func isName(_ name: String) -> Bool {
        (1...255).contains(name.utf8.count) && !name.contains("/") && name != "." && name != ".."
            && name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
