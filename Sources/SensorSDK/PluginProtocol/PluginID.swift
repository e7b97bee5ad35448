/// A sensor's name between plugin and host: `thing.reading`, without the family, which the host alone gives.
///
/// What stands in braces identifies somebody's hardware, as in `disk_{S4EVNX0N}.temperature`: the host puts 12 digits of a
/// salted hash in its place, and the text in braces goes nowhere else. A backslash takes `}` and `\` as they are.
public struct PluginID: Sendable, Hashable {
    enum Segment: Sendable, Hashable {
        case plain(String)
        case secret(String)
    }

    /// Of the thing, and of the reading.
    let segments: [[Segment]]

    init(segments: [[Segment]]) {
        self.segments = segments
    }

    /// - Throws: ``PluginLineError`` when it has not exactly two parts, or braces that don't fit.
    public init(_ text: String) throws(PluginLineError) {
        var parts: [[Segment]] = [[]]
        var plain = ""
        var secret: String?
        var isEscaped = false
        func fault(_ what: String) -> PluginLineError { .badID(text, what) }
        for character in text.unicodeScalars {
            if let open = secret {
                if isEscaped {
                    secret = open + String(character)
                    isEscaped = false
                } else if character == "\\" {
                    isEscaped = true
                } else if character == "}" {
                    guard !open.isEmpty else { throw fault("there is nothing in its braces") }
                    parts[parts.count - 1].append(.secret(open))
                    secret = nil
                } else {
                    secret = open + String(character)
                }
                continue
            }
            switch character {
            case "{", ".":
                if !plain.isEmpty { parts[parts.count - 1].append(.plain(plain)) }
                plain = ""
                if character == "{" { secret = "" } else { parts.append([]) }
            default: plain.unicodeScalars.append(character)
            }
        }
        guard secret == nil else { throw fault("a brace is not closed") }
        if !plain.isEmpty { parts[parts.count - 1].append(.plain(plain)) }
        guard parts.count == 2 else { throw fault("it must have two parts, thing.reading; the host adds the family") }
        segments = parts
    }

    /// The id that everybody else sees.
    ///
    /// - Parameter digits: What stands for a secret.
    public func resolved(family: String, digits: (String) -> String) throws(SensorIDError) -> SensorID {
        let parts = segments.map { segments in
            segments.map { segment in
                switch segment {
                case .plain(let text): text
                case .secret(let text): digits(text)
                }
            }.joined()
        }
        return try SensorID(family: family, thing: parts[0], reading: parts[1])
    }
}

extension PluginID: CustomStringConvertible {
    /// As it is written on the wire.
    public var description: String {
        segments.map { segments in
            segments.map { segment in
                switch segment {
                case .plain(let text): return text
                case .secret(let text):
                    let escaped = text.unicodeScalars.reduce(into: "") { result, character in
                        if character == "}" || character == "\\" { result += "\\" }
                        result.unicodeScalars.append(character)
                    }
                    return "{\(escaped)}"
                }
            }.joined()
        }.joined(separator: ".")
    }
}
