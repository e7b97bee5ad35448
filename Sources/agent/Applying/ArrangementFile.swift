import Daemon
import Glibc
import INI
import Shared
import Webhook

/// A file for `agent apply`, read whole: what is wanted, and where tokens are.
struct ArrangementFile {
    private(set) var arrangement = Arrangement()
    /// By the name of the server.
    private(set) var tokenFiles: [String: (path: String, key: String, line: Int)] = [:]
    /// Where each key that may stand once was met.
    private var met: [[String]: Int] = [:]

    /// - Throws: ``INIError`` for the first thing that can't be taken; it names line and key.
    init(_ text: String) throws(INIError) {
        let entries = try INIFile.entries(of: text)
        try Self.refuseEmpty(text, entries)
        for entry in entries { try take(entry) }
        for server in arrangement.servers { try checkKind(of: server) }
    }

    /// What one kind of server takes and the other does not.
    private func checkKind(of server: Arrangement.Server) throws(INIError) {
        let isReceiver = server.kind == WebhookKind.word
        if let file = tokenFiles[server.name], isReceiver != (file.key == "key-file") {
            throw .refused(
                line: file.line,
                reason: "\(file.key) = \(file.path.printable(limit: 130)): "
                    + (isReceiver
                        ? "with kind = webhook give key-file"
                        : "this goes with kind = webhook, which the section lacks")
            )
        }
        guard isReceiver, let setting = server.settings.first(where: { $0.key == "external-url" }) else { return }
        throw .refused(line: setting.line, reason: "external-url: a receiver has one URL")
    }

    /// A section that holds nothing gives no entry, and would count as not named.
    private static func refuseEmpty(_ text: String, _ entries: [INIEntry]) throws(INIError) {
        let filled = Set(entries.map(\.section))
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.drop { $0 == " " || $0 == "\t" || $0 == "\u{FEFF}" }
            guard line.hasPrefix("["), let end = line.firstIndex(of: "]") else { continue }
            let section = String(line[..<end].dropFirst())
            if !filled.contains(section) {
                throw .refused(line: index + 1, reason: "[\(section.printable(limit: 60))] holds nothing")
            }
        }
    }

    private mutating func take(_ entry: INIEntry) throws(INIError) {
        switch entry.section {
        case "":
            try check(entry, ArrangementTable.general, isSingle: true)
            arrangement.isExclusive = try yes(entry)
        case "sources":
            try check(entry, ArrangementTable.sources, isSingle: false)
            arrangement.sources.append(.init(family: entry.key, source: entry.value, line: entry.line))
        case "intervals":
            try check(entry, ArrangementTable.intervals, isSingle: true)
            guard let interval = DurationText.duration(entry.value) else {
                throw refusal(entry, "give a time such as 30s, 5m or 2h")
            }
            let milliseconds = Int64((interval / .milliseconds(1)).rounded())
            arrangement.intervals.append(.init(sensor: entry.key, milliseconds: milliseconds, line: entry.line))
        case "plugins":
            try check(entry, ArrangementTable.plugins, isSingle: false)
            let path = ["read ", "write "].first { entry.value.hasPrefix($0) }.map { entry.value.dropFirst($0.count) }
            guard entry.value == "network" || path?.hasPrefix("/") == true else {
                throw refusal(entry, "give network, 'read PATH' or 'write PATH', as 'agent plugins' shows it")
            }
            arrangement.grants.append(.init(plugin: entry.key, word: entry.value))
        default: try takeOfServer(entry)
        }
    }

    private mutating func takeOfServer(_ entry: INIEntry) throws(INIError) {
        let words = entry.section.split(separator: " ")
        guard words.count == 2, words[0] == "server" else {
            let known = ArrangementTable.sections.map { String($0.heading.dropFirst().dropLast()) }.filter {
                !$0.isEmpty
            }
            throw .unknownSection(line: entry.line, section: entry.section, known: known)
        }
        try check(entry, ArrangementTable.server, isSingle: !["sensor", "optional-sensor"].contains(entry.key))
        let name = String(words[1])
        let index = arrangement.servers.firstIndex { $0.name == name }
        var server = index.map { arrangement.servers[$0] } ?? Arrangement.Server(name, line: entry.line)
        try take(entry, into: &server)
        if let index { arrangement.servers[index] = server } else { arrangement.servers.append(server) }
    }

    private mutating func take(_ entry: INIEntry, into server: inout Arrangement.Server) throws(INIError) {
        switch entry.key {
        case "kind": server.kind = entry.value
        case "device-name": server.deviceName = entry.value.printable(limit: 64)
        case "sensor": server.sensors.append(.init(entry.value, line: entry.line))
        case "optional-sensor": server.sensors.append(.init(entry.value, line: entry.line, isOptional: true))
        case "exclusive": server.isExclusive = try yes(entry)
        case "token-file", "token-credential", "key-file":
            guard server.token == nil else {
                throw refusal(entry, "token-file, token-credential and key-file exclude each other")
            }
            if entry.key == "token-credential" {
                server.token = .credential(name: entry.value, line: entry.line)
            } else {
                server.token = .file(nil)
                tokenFiles[server.name] = (try path(entry), entry.key, entry.line)
            }
        default: server.settings.append(.init(try change(entry), key: entry.key, line: entry.line))
        }
    }

    private func change(_ entry: INIEntry) throws(INIError) -> ServerChange {
        let isNone = entry.value == "none"
        switch entry.key {
        case "url": return .url(entry.value)
        case "external-url": return .externalURL(isNone ? nil : entry.value)
        case "plain-http": return .allowsPlainHTTP(try yes(entry))
        default:
            let takesPath = entry.key == "ca-file" || entry.key == "client-certificate" || entry.key == "proxy-file"
            if takesPath, !isNone { _ = try path(entry) }
            let setting: ConnectionSetting?
            do throws(ControlFailure) {
                setting = try ConnectionArgument.setting(entry.key, isNone ? nil : entry.value)
            } catch {
                throw refusal(entry, error.message)
            }
            guard let setting else { throw refusal(entry, "this key can't be taken here") }
            return .connection(setting)
        }
    }

    // MARK: Values

    private mutating func check(_ entry: INIEntry, _ keys: [FileSection.Key], isSingle: Bool) throws(INIError) {
        guard keys.contains(where: { $0.key.covers(entry.key) }) else {
            throw .unknownKey(line: entry.line, key: entry.key, known: keys.map(\.shownName))
        }
        if entry.value.isEmpty { throw refusal(entry, "the value is missing") }
        guard isSingle else { return }
        if let earlier = met.updateValue(entry.line, forKey: [entry.section, entry.key]) {
            throw refusal(entry, "line \(earlier) says something already")
        }
    }

    private func yes(_ entry: INIEntry) throws(INIError) -> Bool {
        switch entry.value.lowercased() {
        case "yes", "true", "on", "1": true
        case "no", "false", "off", "0": false
        default: throw refusal(entry, "give yes or no")
        }
    }

    private func path(_ entry: INIEntry) throws(INIError) -> String {
        guard entry.value.hasPrefix("/") else { throw refusal(entry, "give the whole path") }
        return entry.value
    }

    private func refusal(_ entry: INIEntry, _ reason: String) -> INIError {
        .refused(
            line: entry.line,
            reason: "\(entry.key.printable(limit: 130)) = \(entry.value.printable(limit: 130)): \(reason)"
        )
    }
}
