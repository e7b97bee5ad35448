import Synchronization

/// What was hashed with the salt of this installation since the process started, so that each name can be made again with another
/// salt. It is never written anywhere.
package final class SaltedNames: Sendable {
    private struct State {
        var salt: [UInt8]
        var secrets: Set<[UInt8]> = []
    }

    private let state: Mutex<State>
    private let most: Int
    private let sha256: @Sendable ([UInt8]) -> [UInt8]

    /// Digits of a name; see ``ProviderContext/id(for:)``.
    package static let digits = 12

    /// - Parameter most: How many are kept; what is hashed beyond that can't be made again.
    package init(salt: [UInt8], most: Int = .max, sha256: @escaping @Sendable ([UInt8]) -> [UInt8]) {
        state = Mutex(State(salt: salt))
        self.most = most
        self.sha256 = sha256
    }

    /// The digest, for a ``ProviderContext``.
    @Sendable package func digest(_ bytes: [UInt8]) -> [UInt8] {
        state.withLock { state in
            if state.secrets.count < most, bytes.starts(with: state.salt) {
                state.secrets.insert(Array(bytes.dropFirst(state.salt.count)))
            }
        }
        return sha256(bytes)
    }

    /// What each name becomes with another salt.
    package func renamed(with salt: [UInt8]) -> [String: String] {
        state.withLock { state in
            let names = state.secrets.map { (name($0, state.salt), name($0, salt)) }
            return Dictionary(names) { first, _ in first }
        }
    }

    /// From now on names are made with this salt.
    package func take(_ salt: [UInt8]) {
        state.withLock { $0 = State(salt: salt) }
    }

    private func name(_ secret: [UInt8], _ salt: [UInt8]) -> String {
        String(sha256(salt + secret).hexadecimal.prefix(Self.digits))
    }
}
