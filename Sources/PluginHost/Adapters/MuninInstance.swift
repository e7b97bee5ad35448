import SensorSDK
import Shared

/// A munin plugin under one of its names: a description once, values each time, counters as rates.
struct MuninInstance: Sendable {
    private struct Sample: Sendable {
        var value: SensorValue
        /// What 63 bits need not hold.
        var count: UInt64?
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
    /// What of the description was not understood.
    private var configRefusals: [String] = []

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
        var values: [ForeignOrigin: MuninValue] = [:]
        var refusals = ForeignRefusals()
        if isListing || graphs.isEmpty || isDirty && refusal == nil {
            let config = await call(ForeignCall(mode: .config, suffix: suffix))
            guard config.status == 0 else { return failure(config, "config", context) }
            refusals.call = place("config")
            let lines = MuninLine.lines(of: config.output, refusals: &refusals)
            graphs = MuninGraph.graphs(lines, prefix: suffix)
            values = MuninValue.values(lines, prefix: suffix)
            isDirty = !values.isEmpty
            refuseFields(&refusals)
            configRefusals = refusals.all
            refusals = ForeignRefusals()
            refusals.call = place("config")
        }
        if let refusal {
            var turn = ForeignTurn(missing: .notPresent, failure: "it says that it can't work here: \(refusal)")
            turn.items = items(context: context) { _, _ in .unavailable(.notPresent) }
            return turn
        }
        if !isDirty {
            let output = await call(ForeignCall(mode: .fetch, suffix: suffix))
            guard output.status == 0 else { return failure(output, "fetch", context) }
            refusals.call = place("fetch")
            values = MuninValue.values(MuninLine.lines(of: output.output, refusals: &refusals), prefix: suffix)
        }
        return turn(values, &refusals, context)
    }

    private mutating func turn(
        _ values: [ForeignOrigin: MuninValue],
        _ refusals: inout ForeignRefusals,
        _ context: ProviderContext
    ) -> ForeignTurn {
        let now = Current.sinceBoot()
        var turn = ForeignTurn()
        var newSamples = samples
        var unknown = values
        turn.items = items(context: context) { graph, field in
            let origin = ForeignOrigin.munin(graph: graph.name, field: field.name)
            guard let value = unknown.removeValue(forKey: origin) else { return .unavailable(.noData) }
            switch value.number {
            case .success(let number):
                let sample = Sample(value: number, count: value.count, time: now)
                return outcome(sample, of: field, in: graph, origin, &newSamples)
            case .failure(let reason):
                if reason == .malformed {
                    let name = field.name.printable(limit: 60)
                    refusals.add(line: value.line, column: value.column, "'\(name)' has no number")
                }
                return .unavailable(reason)
            }
        }
        samples = newSamples
        refuseUnknown(unknown, &refusals)
        turn.refusals = configRefusals + refusals.all
        return turn
    }

    /// Values of fields that the description does not have; of those that it has and that are not offered it was said.
    private func refuseUnknown(_ values: [ForeignOrigin: MuninValue], _ refusals: inout ForeignRefusals) {
        let described = Set(
            graphs.flatMap { graph in graph.fields.map { ForeignOrigin.munin(graph: graph.name, field: $0.name) } }
        )
        for (origin, value) in values.sorted(by: { $0.value.line < $1.value.line }) where !described.contains(origin) {
            refusals.add(line: value.line, column: 1, "'config' has no such field")
        }
    }

    private func refuseFields(_ refusals: inout ForeignRefusals) {
        for field in graphs.flatMap(\.fields) {
            let name = field.name.printable(limit: 60)
            if let hindrance = field.hindrance { refusals.add("\(name) is not offered: \(hindrance)") }
            for bound in ["min", "max"] {
                guard let text = field.attributes[bound], text != "U", ForeignNumber.parse(text) == nil else {
                    continue
                }
                refusals.add("the \(bound) of \(name) is no number, so it has none")
            }
        }
    }

    /// Stands before the place of what was not understood.
    private func place(_ call: String) -> String { (suffix.map { "\($0): " } ?? "") + "'\(call)', " }

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

    // MARK: Values

    private func outcome(
        _ sample: Sample,
        of field: MuninGraph.Field,
        in graph: MuninGraph,
        _ origin: ForeignOrigin,
        _ samples: inout [ForeignOrigin: Sample]
    ) -> Reading.Outcome {
        guard field.type != "GAUGE" else { return finished(sample.value, field) }
        let before = samples.updateValue(sample, forKey: origin)
        guard let before, sample.time > before.time else { return .unavailable(.waiting) }
        let seconds = (sample.time - before.time) / .seconds(1)
        let period = graph.isPerMinute ? 60.0 : 1.0
        if field.type == "ABSOLUTE" {
            return finished(.number(sample.value.double / seconds), field, period: period)
        }
        guard let step = Self.step(from: before, to: sample, field, seconds) else { return .unavailable(.waiting) }
        return finished(.number(step / seconds), field, period: period)
    }

    /// How far a counter went; `nil` when it began anew in between.
    private static func step(
        from old: Sample,
        to new: Sample,
        _ field: MuninGraph.Field,
        _ seconds: Double
    ) -> Double? {
        if let old = old.count, let new = new.count {
            if new >= old { return Double(new - old) }
            // It ran over at 32 or 64 bits only if it was in the last quarter, and never faster than it can.
            if field.type == "COUNTER" {
                guard old >> 30 == 3 || old >> 62 == 3 else { return nil }
                let step = Double(old >> 30 == 3 ? 1 << 32 - old + new : new &- old)
                return step / seconds <= field.most ?? .infinity ? step : nil
            }
        }
        let step = difference(old.value, new.value)
        return step >= 0 || field.type == "DERIVE" && field.least ?? -1 < 0 ? step : nil
    }

    /// Of two large counters a difference of Doubles would lose the last digits.
    private static func difference(_ old: SensorValue, _ new: SensorValue) -> Double {
        if case .integer(let old) = old, case .integer(let new) = new {
            let (step, isOver) = new.subtractingReportingOverflow(old)
            if !isOver { return Double(step) }
        }
        return new.double - old.double
    }

    /// - Parameters:
    ///   - value: Of a rate, per second: the bounds are, as in rrdtool.
    ///   - period: Seconds of the period that the graph shows.
    private func finished(_ value: SensorValue, _ field: MuninGraph.Field, period: Double = 1) -> Reading.Outcome {
        if let least = field.least, value.double < least { return .unavailable(.implausible) }
        if let most = field.most, value.double > most { return .unavailable(.implausible) }
        let shown = period == 1 ? value : .number(value.double * period)
        guard let formula = field.attributes["cdef"] else { return .value(shown) }
        guard let result = MuninFormula.value(formula, of: field.name, shown) else { return .unavailable(.malformed) }
        // By zero, as nothing to show.
        return result.double.isFinite ? .value(result) : .unavailable(.noData)
    }

    // MARK: Sensors

    private func items(
        context: ProviderContext,
        outcome: (MuninGraph, MuninGraph.Field) -> Reading.Outcome
    ) -> [ForeignItem] {
        graphs.flatMap { graph in
            let labels = graph.fields.map { $0.label ?? $0.name }
            return graph.fields.filter { $0.hindrance == nil }.map { field in
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
