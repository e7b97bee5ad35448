import SensorSDK
import Shared

/// A plugin that somebody talks to by hand, with the host's limits and its judgement of what comes.
package actor PluginTalk {
    /// What can be typed.
    static let help = [
        "list             its sensors, as the agent would take them",
        "read [ID …]      these, or all",
        "watch [ID …]     these, or all: from then on it may speak by itself; 'watch -' ends it",
        "health           whether it is well",
        "bye              ends it",
        "{…}              a line as it is",
    ]

    private let subject: KitSubject
    private let process: KitProcess
    private let known = TalkKnowledge()
    private var listing: PluginListing? { known.listing }
    private var hasGreeted = false

    /// Starts a plugin.
    ///
    /// - Parameters:
    ///   - path: The plugin's executable; whose it is does not matter, since the user named it.
    ///   - folder: Where its working directory is made.
    ///   - onAside: Gets lines for a person, about what the plugin says by itself.
    /// - Throws: ``KitError`` when there is nothing to be run.
    package init(
        path: String,
        folder: String,
        sha256: @escaping @Sendable ([UInt8]) -> [UInt8],
        times: PluginTimes = PluginTimes(),
        onAside: @escaping @Sendable (String) -> Void
    ) async throws(KitError) {
        subject = try KitSubject(path: path, folder: folder, sha256: sha256)
        do {
            process = try await KitProcess(subject.command, times: times, skipsUnasked: true) { [known] aside in
                onAside(TalkText.line(of: aside))
                guard case .pushed(let message) = aside else { return }
                for fault in known.faults(of: message) { onAside("refused: \(fault)") }
            }
        } catch {
            throw .unusable("\(error)")
        }
    }

    /// What its manifest gives it, in words.
    package nonisolated var about: [String] { subject.about }

    /// The first question.
    package func greet() async -> TalkAnswer {
        var answer = await timed { () async throws(KitMiss) in
            let hello = try await process.hello(subject.family)
            let words = [hello.name ?? subject.family, hello.pluginVersion].compactMap(\.self).joined(separator: " ")
            let mode = hello.mode == .once ? "started for each question" : "kept while one of its sensors is enabled"
            hasGreeted = true
            return TalkAnswer("\(words.printable(limit: 100)): protocol \(hello.version), \(mode)")
        }
        answer.isLast = !hasGreeted
        return answer
    }

    /// - Parameter line: What was typed; the word help tells what can be.
    package func say(_ line: String) async -> TalkAnswer {
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let word = words.first else { return TalkAnswer() }
        if word == "help" || word == "?" {
            var answer = TalkAnswer()
            answer.notes = Self.help
            return answer
        }
        return await timed { () async throws(KitMiss) in
            switch word {
            case "list" where words.count == 1: try await list()
            case "read": try await read(try await ids(words.dropFirst()))
            case "watch": try await watch(words.dropFirst() == ["-"] ? [] : try await ids(words.dropFirst()))
            case "health" where words.count == 1: try await health()
            case "bye" where words.count == 1: try await bye()
            case _ where word.hasPrefix("{"): try await raw(line)
            default: throw KitMiss("'\(line.printable(limit: 60))' is not known here; help tells what is")
            }
        }
    }

    /// Waits for its end, however that comes.
    package nonisolated func ended() async -> String {
        "it \(await process.ended())"
    }

    /// Says good-bye and ends it whatever it does.
    package func end() async {
        if hasGreeted, !process.isOver {
            // It is ended below in any case.
            _ = try? await process.ask(.bye)
            _ = try? await process.end()
        }
        await process.kill()
    }

    /// Ends it now; a question that waits for its answer ends as well.
    package nonisolated func kill() async {
        await process.kill()
    }

    // MARK: Words

    private func list() async throws(KitMiss) -> TalkAnswer {
        let listing = try await freshListing()
        var answer = TalkAnswer()
        answer.header = ["ID", "NAME", "UNIT", "CLASS", "INTERVAL", "ATTRIBUTES"]
        for sensor in listing.sensors {
            answer.rows.append([
                listing.wire[sensor.id] ?? "", sensor.name, sensor.unit?.rawValue ?? "-",
                sensor.deviceClass?.rawValue ?? (sensor.kind == .binarySensor ? "binary_sensor" : "-"),
                "\(sensor.interval.components.seconds) s", sensor.attributes.joined(separator: ", "),
            ])
        }
        answer.notes = listing.complaints.map { "refused: \($0.printable())" }
        return answer
    }

    private func freshListing() async throws(KitMiss) -> PluginListing {
        guard case .list(let items) = try await process.ask(.list) else { throw KitMiss("no list") }
        let new = PluginListing(items, family: subject.family, device: subject.family, context: subject.context)
        known.take(new)
        return new
    }

    private func ids(_ words: ArraySlice<String>) async throws(KitMiss) -> [String] {
        if !words.isEmpty { return Array(words) }
        if let listing { return listing.wire.values.sorted() }
        return try await freshListing().wire.values.sorted()
    }

    private func read(_ ids: [String]) async throws(KitMiss) -> TalkAnswer {
        // A list is what readings are held against; one that can't be had yet is no reason not to read.
        if listing == nil { _ = try? await freshListing() }
        guard case .read(let items) = try await process.ask(.read(ids)) else { throw KitMiss("no readings") }
        var answer = TalkAnswer()
        answer.header = ["ID", "VALUE", "ATTRIBUTES"]
        answer.rows = items.items.map { item in
            let sensor = listing?.sensor(named: item.id)
            return [item.id, TalkText.value(of: item, sensor), TalkText.attributes(of: item, sensor)]
        }
        let faults = items.items.compactMap { item in listing?.sensor(named: item.id).flatMap { item.fault(for: $0) } }
        answer.notes = (items.faults.map { $0.printable() } + faults).map { "refused: \($0)" }
        let missing = Set(ids).subtracting(items.items.map(\.id)).sorted()
        answer.notes += missing.map { "not answered, so it is no_data: \($0.printable(limit: 100))" }
        return answer
    }

    private func watch(_ ids: [String]) async throws(KitMiss) -> TalkAnswer {
        if listing == nil { _ = try await freshListing() }
        known.watch(Set(ids))
        _ = try await process.ask(.watch(ids))
        return TalkAnswer(ids.isEmpty ? "it watches nothing any more" : "it watches \(ids.count)")
    }

    private func health() async throws(KitMiss) -> TalkAnswer {
        guard case .health(let text) = try await process.ask(.health) else { throw KitMiss("no health") }
        return TalkAnswer("well" + (text.map { ": \($0.printable())" } ?? ""))
    }

    private func bye() async throws(KitMiss) -> TalkAnswer {
        _ = try await process.ask(.bye)
        return TalkAnswer("bye")
    }

    private func raw(_ line: String) async throws(KitMiss) -> TalkAnswer {
        try await process.send(Array(line.utf8))
        let message = try await process.next(within: PluginTimes().read, of: line.printable(limit: 40))
        do {
            return TalkAnswer(String(decoding: try PluginLine.encode(message), as: UTF8.self).printable(limit: 4000))
        } catch {
            throw KitMiss("\(error)")
        }
    }

    private func timed(_ body: () async throws(KitMiss) -> TalkAnswer) async -> TalkAnswer {
        let start = Current.sinceBoot()
        do throws(KitMiss) {
            var answer = try await body()
            answer.notes.append("(\(Int((Current.sinceBoot() - start) / .milliseconds(1))) ms)")
            return answer
        } catch {
            var answer = TalkAnswer(error.reason)
            answer.isLast = process.isOver
            return answer
        }
    }
}
