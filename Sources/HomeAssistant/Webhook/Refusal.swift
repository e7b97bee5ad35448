import Shared

/// An answer that may be about what was sent rather than about the server, the key or the way.
enum Refusal: Sendable, Hashable {
    /// A plain `{}`: the server found something in it that it does not know.
    case unknownWord
    /// A proxy takes no request of this size.
    case tooLarge
    /// The server failed, or its handler crashed (200 with nothing), or something in between found the request bad; it may
    /// be better next time.
    case failure(String)

    /// `nil` when the fault says nothing of what was sent.
    init?(_ fault: LinkFault) {
        switch fault {
        case .keyMismatch: self = .unknownWord
        case .tooLarge: self = .tooLarge
        case .failing(let status): self = .failure("status \(status)")
        case .empty: self = .failure("an empty answer")
        // A filter in front of the server may take a single value for an attack.
        case .refused(let status): self = .failure("status \(status)")
        case .unexpected(200): self = .failure("an answer that is not understood")
        case .unexpected(let status): self = .failure("status \(status)")
        default: return nil
        }
    }

    /// Whether the same bytes would get the same answer again.
    var isCertain: Bool {
        if case .failure = self { false } else { true }
    }

    /// For a person.
    ///
    /// - Parameter thing: What was refused: `description`, `value`.
    func reason(for thing: String) -> String {
        switch self {
        case .unknownWord: "the server refused the \(thing); its log says why"
        case .tooLarge: "a proxy in front of the server found the \(thing) too large (413)"
        case .failure(let answer): "the server fails on the \(thing) each time (\(answer)); its log says why"
        }
    }
}
