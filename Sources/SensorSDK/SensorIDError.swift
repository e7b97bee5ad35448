/// Why a text is no ``SensorID``; each case holds the whole text.
public enum SensorIDError: Error, Sendable, Hashable, CustomStringConvertible {
    case emptyPart(String)
    case partTooLong(String)
    case forbiddenCharacter(String)
    case notThreeParts(String)

    public var description: String {
        switch self {
        case .emptyPart(let text):
            "'\(text)' is no sensor id: a part of it is empty; write family.thing.reading"
        case .partTooLong(let text):
            "'\(text)' is no sensor id: a part has more than \(SensorID.longestPart) characters"
        case .forbiddenCharacter(let text):
            "'\(text)' is no sensor id: only a-z, 0-9 and _ are allowed between its dots"
        case .notThreeParts(let text):
            "'\(text)' is no sensor id: it needs exactly three parts, family.thing.reading; of a plugin's own, thing and reading, neither has a dot"
        }
    }
}
