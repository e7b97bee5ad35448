import SensorSDK
import Shared

/// A munin plugin under one of its names: a description once, values each time, counters as rates.
struct MuninInstance: Sendable {
    private struct Sample: Sendable {
        var value: Double
        var time: Duration
    }

    /// What follows the plugin's own name; `nil` for one that has only its own.
    let suffix: String?
    /// For a graph that has none.
    private let name: String

    private var graphs: [MuninGraph] = []
    /// Whether its values come with the description, each time.
    private var isDirty = false
    private var samples: [ForeignOrigin: Sample] = [:]

    init(name: String, suffix: String?) {
        self.name = suffix ?? name
        self.suffix = suffix
    }

    /// - Parameter refusal: Why it can't work here, in its own words.
    mutating func turn(
        isListing: Bool,
        refusal: String?,
        context: ProviderContext,
        call: @Sendable (ForeignCall) async -> ForeignOutput
    ) async -> ForeignTurn {
        var values: [ForeignOrigin: String] = [:]
        if isListing || graphs.isEmpty || isDirty && refusal == nil {
            let config = await call(ForeignCall(mode: .config, suffix: suffix))
            guard config.status == 0 else { return failure(config, "config", context) }
            let text = String(decoding: config.output, as: UTF8.self)
            graphs = MuninGraph.parse(text, prefix: suffix)
            values = Self.values(text, prefix: suffix)
            isDirty = !values.isEmpty
        }
        if let refusal {
            var turn = ForeignTurn(missing: .notPresent, failure: "it says that it can't work here: \(refusal)")
            turn.items = items(context: context) { _, _ in .unavailable(.notPresent) }
            return turn
        }
        if !isDirty {
            let output = await call(ForeignCall(mode: .fetch, suffix: suffix))
            guard output.status == 0 else { return failure(output, "fetch", context) }
            values = Self.values(String(decoding: output.output, as: UTF8.self), prefix: suffix)
        }
        return turn(values, context)
    }

    private mutating func turn(_ values: [ForeignOrigin: String], _ context: ProviderContext) -> ForeignTurn {
        let now = Current.sinceBoot()
        var turn = ForeignTurn()
        var newSamples = samples
        turn.items = items(context: context) { graph, field in
            let origin = ForeignOrigin.munin(graph: graph.name, field: field.name)
            guard let text = values[origin] else { return .unavailable(.noData) }
            return outcome(text, of: field, in: graph, origin, at: now, &newSamples)
        }
        for graph in graphs {
            for field in graph.fields where !Self.isOffered(field) {
                let formula = (field.attributes["cdef"] ?? "").printable(limit: 80)
                turn.refusals.append("\(field.name.printable(limit: 60)) is not offered: its formula is \(formula)")
            }
        }
        samples = newSamples
        return turn
    }

    private func failure(_ output: ForeignOutput, _ call: String, _ context: ProviderContext) -> ForeignTurn {
        let name = suffix.map { "\($0): " } ?? ""
        var turn: ForeignTurn
        if output.isLate {
            turn = ForeignTurn(missing: .timeout, failure: "\(name)'\(call)' did not end in time")
        } else {
            let end = output.end.map { "it \($0)" } ?? "it was not run"
            let error = output.lastError ?? "it says no more"
            turn = ForeignTurn(missing: .fault, failure: "\(name)'\(call)': \(end); \(error)")
        }
        let missing = turn.missing
        turn.items = items(context: context) { _, _ in .unavailable(missing) }
        return turn
    }

    /// `field.value N`, by graph.
    private static func values(_ text: String, prefix: String?) -> [ForeignOrigin: String] {
        var values: [ForeignOrigin: String] = [:]
        var graph = MuninGraph.whole("", prefix)
        for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            let words = line.split(separator: " ", maxSplits: 1)
            guard let key = words.first else { continue }
            let value = words.count > 1 ? words[1].filter { !$0.isWhitespace } : ""
            if key == "multigraph" {
                graph = MuninGraph.whole(value, prefix)
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

    /// A formula over other fields can't be followed.
    private static func isOffered(_ field: MuninGraph.Field) -> Bool {
        field.attributes["cdef"].map { MuninFormula.value($0, of: field.name, 1) != nil } ?? true
    }

    private func items(
        context: ProviderContext,
        outcome: (MuninGraph, MuninGraph.Field) -> Reading.Outcome
    ) -> [ForeignItem] {
        graphs.flatMap { graph in
            let labels = graph.fields.map { $0.label ?? $0.name }
            return graph.fields.filter(Self.isOffered).map { field in
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
