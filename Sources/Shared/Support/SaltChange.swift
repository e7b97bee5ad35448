package import SensorSDK

/// What becomes of ids when the names in them that are hashed are made with another salt.
package struct SaltChange: Sendable {
    private let names: [String: String]
    /// By the beginnings of the names.
    private let beginnings: [String: String]

    /// Digits at the end of a part that has no room for a whole name; see ``SaltedNames``.
    package static let fewDigits = 6

    /// - Parameter names: What each becomes; see ``SaltedNames/renamed(with:)``.
    package init(_ names: [String: String]) {
        self.names = names
        beginnings = Dictionary(
            names.map { (String($0.prefix(Self.fewDigits)), String($1.prefix(Self.fewDigits))) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    package func renamed(_ id: SensorID) -> SensorID {
        // As long as before, and of the same characters.
        (try? SensorID(family: id.family, thing: renamed(id.thing), reading: renamed(id.reading))) ?? id
    }

    private func renamed(_ part: String) -> String {
        if part.dropLast(Self.fewDigits).last == "_", let end = beginnings[String(part.suffix(Self.fewDigits))] {
            return part.dropLast(Self.fewDigits) + end
        }
        var renamed = ""
        var rest = part[...]
        // A plugin may write something else right before and behind.
        while let character = rest.first {
            let name = names[String(rest.prefix(SaltedNames.digits))]
            renamed += name ?? String(character)
            rest = rest.dropFirst(name == nil ? 1 : SaltedNames.digits)
        }
        return renamed
    }
}
