import SensorSDK
import Shared

/// The line protocol of InfluxDB, as programs for Telegraf print it.
struct InfluxAdapter: ForeignAdapter {
    private struct Kept: Sendable {
        var item: ForeignItem
        /// On the boot clock.
        var arrival: Duration
    }

    /// For how long a value counts of a program that reports by itself, each series in its own time; `nil` for one that says all
    /// it has when it is asked.
    var keeps: Duration?
    /// By series, in the order in which they came first.
    private var kept: [ForeignOrigin: Kept] = [:]
    private var order: [ForeignOrigin] = []

    init(keeps: Duration? = nil) {
        self.keeps = keeps
    }

    mutating func turn(
        isListing: Bool,
        context: ProviderContext,
        call: @Sendable (ForeignCall) async -> ForeignOutput
    ) async -> ForeignTurn {
        let output = await call(.run)
        if output.isLate { return ForeignTurn(missing: .timeout, failure: "it did not end in time") }
        guard output.status == 0 else {
            let end = output.end.map { "it \($0)" } ?? "it was not run"
            return ForeignTurn(missing: .fault, failure: "\(end); \(output.lastError ?? "it says no more")")
        }
        var scanner = InfluxScanner(output.output)
        var newest: [ForeignOrigin: (time: Int64, item: ForeignItem)] = [:]
        var order: [ForeignOrigin] = []
        for point in scanner.points() {
            for (index, (field, value)) in point.fields.enumerated() {
                var item = Self.item(point, field, value, context: context)
                if point.isBroken {
                    item.outcome = .unavailable(.malformed)
                    item.attributes = [:]
                    // What stands before the place where it went wrong is known, but not what was meant by it.
                    item.isNoise = !point.isMeant || index != point.fields.count - 1
                }
                // Without a time of its own it is of now, so newer than any; one that was refused only says that there was one.
                let time = point.isBroken ? .min : point.time ?? .max
                if let known = newest[item.origin], known.time > time { continue }
                if newest[item.origin] == nil { order.append(item.origin) }
                newest[item.origin] = (time, item)
            }
        }
        var turn = ForeignTurn()
        turn.items = withKept(order.compactMap { newest[$0]?.item })
        turn.refusals = scanner.refusals.all
        return turn
    }

    private mutating func withKept(_ new: [ForeignItem]) -> [ForeignItem] {
        guard let keeps else { return new }
        let now = Current.sinceBoot()
        for item in new {
            if kept[item.origin] == nil {
                if item.isNoise { continue }
                // More are no sensors anyway.
                guard order.count < 2 * ForeignSession.mostItems else { continue }
                order.append(item.origin)
            }
            kept[item.origin] = Kept(item: item, arrival: now)
        }
        return order.compactMap { origin in
            guard let kept = kept[origin] else { return nil }
            var item = kept.item
            if now - kept.arrival > keeps {
                item.outcome = .unavailable(.noData)
                item.attributes = [:]
            }
            return item
        }
    }

    private static func item(
        _ point: InfluxScanner.Point,
        _ field: String,
        _ value: SensorValue,
        context: ProviderContext
    ) -> ForeignItem {
        let tags = point.tags.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }
        let thing =
            tags.isEmpty
            ? context.part(fromForeign: point.measurement)
            : ForeignLabels.part(of: tags, behind: point.measurement, context: context)
        var item = ForeignItem(
            .influx(measurement: point.measurement, tags: point.tags, field: field),
            thing: thing,
            reading: context.part(fromForeign: field),
            name: name(point.measurement, tags, field, context),
            outcome: .value(value)
        )
        switch value {
        case .flag: item.kind = .binarySensor
        case .text(let text):
            item.outcome = .value(.text(text.printable()))
            if ForeignLabels.isSecret(field) { item.sensitivity = .identity }
        case .number, .integer, .time:
            item.stateClass = .measurement
            guard let unit = ForeignUnit.suffix(of: field, in: ForeignUnit.influx) else { break }
            item.unit = unit.unit
            item.deviceClass = unit.deviceClass
            item.outcome = .value(unit.value(value))
        }
        return item
    }

    private static func name(
        _ measurement: String,
        _ tags: [(key: String, value: String)],
        _ field: String,
        _ context: ProviderContext
    ) -> String {
        let values = tags.map { ForeignLabels.shown($0.value, of: $0.key, context: context) }
        return ([measurement] + values + [field]).joined(separator: " ")
    }
}
