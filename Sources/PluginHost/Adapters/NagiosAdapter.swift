import SensorSDK
import Shared

/// Nagios and monitoring plugins: the exit code is the state, what follows a bar are values.
struct NagiosAdapter: ForeignAdapter {
    /// Whether the K of `KB` means 1024.
    var isBinary = false

    private static let states = ["ok", "warning", "critical", "unknown"]

    mutating func turn(
        isListing: Bool,
        context: ProviderContext,
        call: @Sendable (ForeignCall) async -> ForeignOutput
    ) async -> ForeignTurn {
        let output = await call(.run)
        if output.isLate {
            var turn = ForeignTurn(missing: .timeout, failure: "it did not end in time")
            turn.items = Self.check(status: .unavailable(.timeout), problem: .unavailable(.timeout), text: nil)
            return turn
        }
        let isSilent = output.output.allSatisfy { $0.isBlank || $0 == UInt8(ascii: "\n") }
        guard let status = output.status, (0...3).contains(status), !isSilent || status == 3
        else {
            let end = output.end.map { "it \($0)" } ?? "it was not run"
            var turn = ForeignTurn(missing: .fault, failure: "\(end); \(output.lastError ?? "it printed nothing")")
            turn.items = Self.check(status: .value(.text("unknown")), problem: .unavailable(.fault), text: nil)
            return turn
        }
        var parts = NagiosOutput(output.output)
        var turn = ForeignTurn()
        turn.items = Self.check(
            status: .value(.text(Self.states[Int(status)])),
            problem: status == 3 ? .unavailable(.noData) : .value(.flag(status != 0)),
            text: parts.text.printable()
        )
        var seen: Set<String> = []
        for pair in parts.pairs() where seen.insert(pair.label).inserted {
            turn.items.append(item(pair, context: context))
        }
        turn.refusals = parts.refusals.all
        return turn
    }

    private static func check(status: Reading.Outcome, problem: Reading.Outcome, text: String?) -> [ForeignItem] {
        var state = ForeignItem(
            .nagios(label: "*status"),
            thing: "check",
            reading: "status",
            name: "status",
            outcome: status
        )
        state.deviceClass = .enum
        state.attributeNames = ["text"]
        if let text { state.attributes = ["text": .text(text)] }
        var flag = ForeignItem(
            .nagios(label: "*problem"),
            thing: "check",
            reading: "problem",
            name: "problem",
            outcome: problem
        )
        flag.kind = .binarySensor
        flag.deviceClass = .problem
        return [state, flag]
    }

    private func item(_ pair: NagiosOutput.Pair, context: ProviderContext) -> ForeignItem {
        var item = ForeignItem(
            .nagios(label: pair.label),
            thing: "perf",
            reading: context.part(fromForeign: pair.label),
            name: pair.label,
            outcome: pair.outcome
        )
        item.stateClass = .measurement
        item.attributeNames = NagiosOutput.thresholds
        item.attributes = pair.thresholds.mapValues { .text($0.printable(limit: 100)) }
        if pair.unit == "c" {
            item.stateClass = .totalIncreasing
        } else if let unit = (isBinary ? ForeignUnit.binary[pair.unit] : nil) ?? ForeignUnit.nagios[pair.unit] {
            item.unit = unit.unit
            item.deviceClass = unit.deviceClass
            if case .value(let value) = pair.outcome { item.outcome = .value(unit.value(value)) }
        } else if !pair.unit.isEmpty {
            item.unit = Unit(rawValue: pair.unit.printable(limit: 16))
        }
        return item
    }
}
