import SensorSDK
import Shared

/// munin plugins: a description once, values each time, counters as rates.
struct MuninAdapter: ForeignAdapter {
    private struct Sample: Sendable {
        var value: Double
        var time: Duration
    }

    /// The plugin's own name, for a graph that has none.
    let name: String
    /// Whether what it says about its own use is believed.
    var asksAutoconf = true

    private var graphs: [MuninGraph] = []
    private var refusal: String?
    private var samples: [ForeignOrigin: Sample] = [:]

    init(name: String, asksAutoconf: Bool = true) {
        self.name = name
        self.asksAutoconf = asksAutoconf
    }

    mutating func turn(
        isListing: Bool,
        context: ProviderContext,
        call: @Sendable (ForeignCall) async -> ForeignOutput
    ) async -> ForeignTurn {
        if isListing || graphs.isEmpty {
            refusal = asksAutoconf ? Self.refusal(await call(.autoconf)) : nil
            let config = await call(.config)
            guard config.status == 0 else { return Self.failure(config, "config") }
            graphs = MuninGraph.parse(String(decoding: config.output, as: UTF8.self))
        }
        if let refusal {
            var turn = ForeignTurn(missing: .notPresent, failure: "it says that it can't work here: \(refusal)")
            turn.items = items(context: context) { _, _ in .unavailable(.notPresent) }
            return turn
        }
        let output = await call(.fetch)
        guard output.status == 0 else { return Self.failure(output, "fetch") }
        let now = Current.sinceBoot()
        let values = Self.values(String(decoding: output.output, as: UTF8.self))
        var turn = ForeignTurn()
        var newSamples = samples
        turn.items = items(context: context) { graph, field in
            let origin = ForeignOrigin.munin(graph: graph.name, field: field.name)
            guard let text = values[origin] else { return .unavailable(.noData) }
            return outcome(text, of: field, in: graph, origin, at: now, &newSamples)
        }
        samples = newSamples
        return turn
    }

    /// `nil` when it says yes, or nothing that can be understood: that decides nothing.
    private static func refusal(_ output: ForeignOutput) -> String? {
        let line = String(decoding: output.output, as: UTF8.self).split(whereSeparator: \.isNewline).first ?? ""
        guard line == "no" || line.hasPrefix("no ") else { return nil }
        return line.dropFirst(2).filter { $0 != "(" && $0 != ")" }.printable(limit: 120)
    }

    private static func failure(_ output: ForeignOutput, _ call: String) -> ForeignTurn {
        if output.isLate { return ForeignTurn(missing: .timeout, failure: "'\(call)' did not end in time") }
        let end = output.end.map { "it \($0)" } ?? "it was not run"
        return ForeignTurn(missing: .fault, failure: "'\(call)': \(end); \(output.lastError ?? "it says no more")")
    }

    /// `field.value N`, by graph.
    private static func values(_ text: String) -> [ForeignOrigin: String] {
        var values: [ForeignOrigin: String] = [:]
        var graph = ""
        for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            let words = line.split(separator: " ", maxSplits: 1)
            guard let key = words.first else { continue }
            let value = words.count > 1 ? words[1].filter { !$0.isWhitespace } : ""
            if key == "multigraph" {
                graph = value
            } else if key.hasSuffix(".value") {
                let origin = ForeignOrigin.munin(graph: graph, field: String(key.dropLast(6)))
                if values[origin] == nil { values[origin] = value }
            }
        }
        return values
    }

    // MARK: Values

    private func outcome(
        _ text: String,
        of field: MuninGraph.Field,
        in graph: MuninGraph,
        _ origin: ForeignOrigin,
        at now: Duration,
        _ samples: inout [ForeignOrigin: Sample]
    ) -> Reading.Outcome {
        // `epoch:N` says when it was; the number counts.
        let token = text.split(separator: ":").last ?? ""
        if token == "U" || ["nan", "-nan", "inf", "-inf"].contains(token.lowercased()) { return .unavailable(.noData) }
        guard let parsed = ForeignNumber.parse(token) else { return .unavailable(.malformed) }
        guard field.type != "GAUGE" else { return finished(parsed, field) }
        let number = Self.double(parsed)
        let before = samples[origin]
        samples[origin] = Sample(value: number, time: now)
        guard let before, now > before.time else { return .unavailable(.waiting) }
        let seconds = (now - before.time) / .seconds(1)
        let period = graph.isPerMinute ? 60.0 : 1.0
        if field.type == "ABSOLUTE" { return finished(.number(number / seconds * period), field) }
        guard let step = Self.step(from: before.value, to: number, field, seconds) else {
            return .unavailable(.waiting)
        }
        return finished(.number(step / seconds * period), field)
    }

    /// How far a counter went; `nil` when it began anew in between.
    private static func step(from old: Double, to new: Double, _ field: MuninGraph.Field, _ seconds: Double) -> Double?
    {
        if new >= old { return new - old }
        if field.type == "DERIVE" { return (field.least ?? -1) >= 0 ? nil : new - old }
        for border in [4_294_967_296.0, 18_446_744_073_709_551_616.0] where old < border && old > border * 0.75 {
            let step = border - old + new
            if let most = field.most, step / seconds <= most { return step }
        }
        return nil
    }

    private func finished(_ value: SensorValue, _ field: MuninGraph.Field) -> Reading.Outcome {
        let number = Self.double(value)
        if let least = field.least, number < least { return .unavailable(.implausible) }
        if let most = field.most, number > most { return .unavailable(.implausible) }
        guard let formula = field.attributes["cdef"] else { return .value(value) }
        guard let result = MuninFormula.value(formula, of: field.name, number), result.isFinite else {
            return .unavailable(.malformed)
        }
        return .value(.number(result))
    }

    private static func double(_ value: SensorValue) -> Double {
        switch value {
        case .number(let number): number
        case .integer(let number): Double(number)
        case .flag, .text, .time: .nan
        }
    }

    // MARK: Sensors

    private func items(
        context: ProviderContext,
        outcome: (MuninGraph, MuninGraph.Field) -> Reading.Outcome
    ) -> [ForeignItem] {
        graphs.flatMap { graph in
            let labels = graph.fields.map { $0.label ?? $0.name }
            return graph.fields.filter { field in
                // A formula over other fields can't be followed.
                field.attributes["cdef"].map { MuninFormula.value($0, of: field.name, 1) != nil } ?? true
            }.map { field in
                let label = field.label ?? field.name
                let isTwin = labels.count { $0 == label } > 1
                let title = graph.settings["graph_title"] ?? (graph.name.isEmpty ? name : graph.name)
                var item = ForeignItem(
                    .munin(graph: graph.name, field: field.name),
                    thing: context.part(fromForeign: graph.name.isEmpty ? name : graph.name),
                    reading: context.part(fromForeign: field.name),
                    name: "\(title): \(label)" + (isTwin ? " (\(field.name))" : ""),
                    outcome: outcome(graph, field)
                )
                item.stateClass = .measurement
                item.unit = graph.unit?.unit
                item.deviceClass = graph.unit?.deviceClass
                item.attributeNames = ["critical", "warning"]
                for name in item.attributeNames {
                    item.attributes[name] = field.attributes[name].map { .text($0.printable(limit: 100)) }
                }
                return item
            }
        }
    }
}
