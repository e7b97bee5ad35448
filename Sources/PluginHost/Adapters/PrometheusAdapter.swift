import FoundationEssentials
import SensorSDK
import Shared

/// Text files in the exposition format of Prometheus.
struct PrometheusAdapter: ForeignAdapter {
    /// A sample that says itself that it is older counts as none.
    var longestAge: Duration
    /// Of names that leave it open whether they are points in time: what their first value said.
    private var isDate: [ForeignOrigin: Bool] = [:]
    /// Series that only carry labels by their name, but had another value than 1.
    private var offered: Set<ForeignOrigin> = []

    init(longestAge: Duration) {
        self.longestAge = longestAge
    }

    mutating func turn(
        isListing: Bool,
        context: ProviderContext,
        call: @Sendable (ForeignCall) async -> ForeignOutput
    ) async -> ForeignTurn {
        let output = await call(.file)
        let text = PrometheusText(output.output)
        var turn = ForeignTurn()
        turn.refusals = text.refusals.all
        var seen: Set<ForeignOrigin> = []
        for sample in text.samples {
            guard let item = item(sample, of: text, context: context), seen.insert(item.origin).inserted else {
                continue
            }
            turn.items.append(item)
        }
        return turn
    }

    private mutating func item(
        _ sample: PrometheusText.Sample,
        of text: PrometheusText,
        context: ProviderContext
    ) -> ForeignItem? {
        let (family, part) = text.family(of: sample.metric)
        let type = text.types[family] ?? "untyped"
        let origin = ForeignOrigin.prometheus(metric: sample.metric, labels: sample.labels)
        // What only carries labels, and the shares of a histogram, are no values that people look for.
        if onlyCarries(sample, origin) || type == "histogram" && part == "_bucket" { return nil }
        let labels = sample.labels.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }
        let isCounter = type == "counter" || part == "_sum" || part == "_count"
        var item = ForeignItem(
            origin,
            thing: context.part(fromForeign: sample.metric),
            reading: labels.isEmpty ? "value" : ForeignLabels.part(of: labels, context: context),
            name: name(of: sample, text.help(of: family), part, ForeignLabels.shown(labels, context: context)),
            outcome: outcome(of: sample)
        )
        item.isNoise = sample.broken.map { !ForeignNumber.isMeant($0) } ?? false
        item.stateClass = isCounter ? .totalIncreasing : .measurement
        let base = sample.metric.hasSuffix("_total") ? String(sample.metric.dropLast(6)) : sample.metric
        switch isTime(sample.metric, isCounter: isCounter, item) {
        case true?: asTime(&item)
        case nil: item.stateClass = nil
        case false?:
            guard part != "_count",
                let unit = ForeignUnit.suffix(of: part == "_sum" ? family : base, in: ForeignUnit.prometheus)
            else { break }
            item.unit = unit.unit
            item.deviceClass = unit.deviceClass
        }
        return item
    }

    private mutating func onlyCarries(_ sample: PrometheusText.Sample, _ origin: ForeignOrigin) -> Bool {
        guard sample.metric.hasSuffix("_info"), !offered.contains(origin) else { return false }
        if sample.value?.double == 1 { return true }
        if offered.count < ForeignSession.mostItems { offered.insert(origin) }
        return false
    }

    private func name(of sample: PrometheusText.Sample, _ help: String?, _ part: String, _ labels: [String]) -> String {
        var name = sample.metric
        if let help = help?.printable(limit: 60), help.contains(where: \.isLetter) {
            name = help.last == "." ? String(help.dropLast()) : help
            if !part.isEmpty { name += " (\(part.dropFirst()))" }
        }
        return ([name] + labels).joined(separator: " ")
    }

    private func outcome(of sample: PrometheusText.Sample) -> Reading.Outcome {
        if sample.broken != nil { return .unavailable(.malformed) }
        if let time = sample.time, Current.now().timeIntervalSince(time) > longestAge / .seconds(1) {
            return .unavailable(.noData)
        }
        return sample.value.map(Reading.Outcome.value) ?? .unavailable(.noData)
    }

    // MARK: Points in time

    /// Whether a metric is a point in time; `nil` while that is open. `busy_time_seconds` is how long, `boot_time_seconds` when.
    private mutating func isTime(_ metric: String, isCounter: Bool, _ item: ForeignItem) -> Bool? {
        if metric.hasSuffix("_timestamp_seconds") { return true }
        guard metric.hasSuffix("_time_seconds"), !isCounter else { return false }
        if let known = isDate[item.origin] { return known }
        guard case .value(let value) = item.outcome else { return nil }
        let isDate = ForeignTime.seconds.contains(value.double)
        // More are no sensors anyway.
        if self.isDate.count < 2 * ForeignSession.mostItems { self.isDate[item.origin] = isDate }
        return isDate
    }

    private func asTime(_ item: inout ForeignItem) {
        item.stateClass = nil
        item.deviceClass = .timestamp
        guard case .value(let value) = item.outcome else { return }
        guard ForeignTime.seconds.contains(value.double) else {
            item.outcome = .unavailable(.implausible)
            return
        }
        item.outcome = .value(.time(Date(timeIntervalSince1970: value.double)))
    }
}
