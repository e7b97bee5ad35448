/// Why something is not sent: the server would say "success" to it and show nothing, or something else.
enum EncodingRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    case notFinite(name: String)
    case textTooLong(characters: Int)
    case notOnOrOff
    case onOrOffNotTaken
    case timeOutOfRange(name: String)
    case nameNotPrintable

    /// The most characters of a state; a longer one is shown as `unknown`.
    static let longestState = 255

    var description: String {
        switch self {
        case .notFinite(let name): "the \(name) is not a finite number"
        case .textTooLong(let characters):
            "the text has \(characters) characters, and Home Assistant shows at most \(Self.longestState)"
        case .notOnOrOff: "the value is not on or off, and a binary sensor takes nothing else"
        case .onOrOffNotTaken: "the value is on or off, which only a binary sensor takes"
        case .timeOutOfRange(let name): "the \(name) is a time outside of the years 1 to 9999"
        case .nameNotPrintable: "the sensor's name has no printable character"
        }
    }
}
