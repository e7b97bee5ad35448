/// Text that must never be shown: a token, a key, a URL with a webhook id. Every way to print it gives `‹secret›`.
package struct Secret: Sendable, Hashable, Codable {
    /// The text itself; only for what sends, seals or stores it.
    package let exposed: String

    package init(_ text: String) {
        exposed = text
    }

    package init(from decoder: any Decoder) throws {
        exposed = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(exposed)
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "‹secret›" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
