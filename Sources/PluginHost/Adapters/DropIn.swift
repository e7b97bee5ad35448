import SensorSDK
import Shared

/// A small file that says how something that exists is run: `kind`, `command` or `path`, `interval`.
struct DropIn: Sendable, Hashable {
    static let kinds = ["nagios", "munin", "influx", "prometheus"]

    var kind: String
    /// Program and arguments.
    var command: [String] = []
    /// A text file of Prometheus.
    var path: String?
    var interval = Duration.seconds(60)
    var timeout = Duration.seconds(10)
    var longestAge: Duration?
    /// `env.NAME`: for the plugin's environment.
    var environment: [String: String] = [:]
    var asksAutoconf = true

    /// - Parameter text: Lines `key = value`; blank ones and those that begin with `#` are nothing.
    /// - Throws: ``DropInError``, with the number of the line.
    init(_ text: String) throws(DropInError) {
        kind = ""
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let trimmed = Self.trimmed(line)
            if trimmed.isEmpty || trimmed.hasPrefix("#") { continue }
            guard let equals = trimmed.firstIndex(of: "=") else { throw .line(index + 1, "there is no '='") }
            let key = Self.trimmed(trimmed[..<equals])
            let value = Self.trimmed(trimmed[equals...].dropFirst())
            do throws(DropInError) {
                try set(key, to: value)
            } catch {
                throw .line(index + 1, "\(error)")
            }
        }
        try check()
    }

    private mutating func set(_ key: String, to value: String) throws(DropInError) {
        switch key {
        case "kind":
            guard Self.kinds.contains(value) else {
                throw .value(
                    "kind '\(value.printable(limit: 40))' is not known; there are \(Self.kinds.joined(separator: ", "))"
                )
            }
            kind = value
        case "command": command = try Self.words(value)
        case "path": path = value
        case "interval": interval = try Self.seconds(value, 10...86400)
        case "timeout": timeout = try Self.seconds(value, 1...60)
        case "max_age": longestAge = try Self.seconds(value, 1...31_536_000)
        case "autoconf":
            guard value == "ignore" else { throw .value("autoconf takes nothing but 'ignore'") }
            asksAutoconf = false
        case _ where key.hasPrefix("env."): environment[String(key.dropFirst(4))] = value
        default: throw .value("'\(key.printable(limit: 40))' is not known here")
        }
    }

    private func check() throws(DropInError) {
        guard !kind.isEmpty else { throw .value("'kind' is missing") }
        if kind == "prometheus" {
            guard let path, path.hasPrefix("/"), command.isEmpty else {
                throw .value("kind prometheus needs 'path', the whole path of a text file, and no 'command'")
            }
        } else {
            guard let program = command.first, program.hasPrefix("/"), path == nil else {
                throw .value(
                    "kind \(kind) needs 'command', which begins with the whole path of a program, and no 'path'"
                )
            }
        }
    }

    /// What reads a format.
    static func adapter(_ kind: String, name: String, dropIn: DropIn? = nil) -> (any ForeignAdapter)? {
        switch kind {
        case "nagios": NagiosAdapter()
        case "munin": MuninAdapter(name: name, asksAutoconf: dropIn?.asksAutoconf ?? true)
        case "influx": InfluxAdapter()
        case "prometheus":
            PrometheusAdapter(longestAge: dropIn?.longestAge ?? max(.seconds(3600), (dropIn?.interval ?? .zero) * 3))
        default: nil
        }
    }

    /// What programs of a kind find in their environment beside what all foreign ones do.
    static func environment(of kind: String) -> [String: String] {
        guard kind == "munin" else { return [:] }
        return [
            "MUNIN_CAP_MULTIGRAPH": "1", "MUNIN_CAP_DIRTYCONFIG": "0", "MUNIN_LIBDIR": "/usr/share/munin",
            "MUNIN_DEBUG": "0",
        ]
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let isBlank: (Character) -> Bool = { $0.isWhitespace }
        return String(String(text.drop(while: isBlank)).reversed().drop(while: isBlank).reversed())
    }

    private static func seconds(_ text: String, _ range: ClosedRange<Int>) throws(DropInError) -> Duration {
        guard let number = Int(text.hasSuffix("s") ? text.dropLast() : text[...]), range.contains(number) else {
            throw .value(
                "'\(text.printable(limit: 40))' is no number of seconds from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return .seconds(number)
    }

    /// Words at blanks; quotes of either kind keep blanks. No shell is involved.
    private static func words(_ text: String) throws(DropInError) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in text {
            if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character.isWhitespace {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        guard quote == nil else { throw .value("a quote is not closed") }
        return words + (word.map { [$0] } ?? [])
    }
}
