import FoundationEssentials
import SensorSDK
import Shared

/// Text files in the exposition format of Prometheus.
struct PrometheusAdapter: ForeignAdapter {
    /// A sample that says itself that it is older counts as none.
    var longestAge: Duration

    mutating func turn(
        isListing: Bool,
        context: ProviderContext,
        call: @Sendable (ForeignCall) async -> ForeignOutput
    ) async -> ForeignTurn {
        let output = await call(.file)
        let text = PrometheusText(String(decoding: output.output, as: UTF8.self))
        var turn = ForeignTurn()
        turn.refusals = text.refusals
        var seen: Set<ForeignOrigin> = []
        for sample in text.samples {
            guard let item = item(sample, of: text, context: context), seen.insert(item.origin).inserted else {
                continue
            }
            turn.items.append(item)
        }
        return turn
    }

    private func item(_ sample: PrometheusText.Sample, of text: PrometheusText, context: ProviderContext)
        -> ForeignItem?
    {
        let (family, part) = text.family(of: sample.metric)
        let type = text.types[family] ?? "untyped"
        // What only carries labels, and the shares of a histogram, are no values that people look for.
        if sample.metric.hasSuffix("_info") || type == "histogram" && part == "_bucket" { return nil }
        let labels = sample.labels.sorted { $0.key < $1.key }
        let isCounter = type == "counter" || part == "_sum" || part == "_count"
        var item = ForeignItem(
            .prometheus(metric: sample.metric, labels: sample.labels),
            thing: context.part(fromForeign: sample.metric),
            reading: labels.isEmpty ? "value" : ForeignLabels.part(of: labels, context: context),
            name: ([sample.metric] + labels.map { "\($0.key)=\($0.value)" }).joined(separator: " "),
            outcome: outcome(of: sample)
        )
        item.stateClass = isCounter ? .totalIncreasing : .measurement
        let base = sample.metric.hasSuffix("_total") ? String(sample.metric.dropLast(6)) : sample.metric
        if base.hasSuffix("_timestamp_seconds") || base.hasSuffix("_time_seconds") {
            asTime(&item)
        } else if part != "_count",
            let unit = ForeignUnit.suffix(of: part == "_sum" ? family : base, in: ForeignUnit.prometheus)
        {
            item.unit = unit.unit
            item.deviceClass = unit.deviceClass
        }
        return item
    }

    private func outcome(of sample: PrometheusText.Sample) -> Reading.Outcome {
        if let time = sample.time, Current.now().timeIntervalSince(time) > longestAge / .seconds(1) {
            return .unavailable(.noData)
        }
        return sample.value.map(Reading.Outcome.value) ?? .unavailable(.noData)
    }

    private func asTime(_ item: inout ForeignItem) {
        item.stateClass = nil
        item.deviceClass = .timestamp
        let seconds: Double? =
            switch item.outcome {
            case .value(.number(let number)): number
            case .value(.integer(let number)): Double(number)
            default: nil
            }
        // From 2000 to 2100: all else is no date.
        guard let seconds else { return }
        guard (946_684_800...4_102_444_800).contains(seconds) else {
            item.outcome = .unavailable(.implausible)
            return
        }
        item.outcome = .value(.time(Date(timeIntervalSince1970: seconds)))
    }
}
