import SensorSDK
import Shared

/// A foreign plugin over time: what was listed once stays listed, unavailable when it does not come.
struct ForeignSession: Sendable {
    private var adapter: any ForeignAdapter
    /// In the order in which they were first seen.
    private(set) var items: [ForeignItem] = []
    private(set) var refusals: [String] = []
    /// Why the last reading failed as a whole.
    private(set) var failure: String?
    /// How often in a row a program was late or ended badly.
    private(set) var failures = 0
    /// Since boot: until then it is not run again.
    private var notBefore = Duration.zero

    /// The most values of one plugin.
    static let mostItems = 500

    init(_ adapter: any ForeignAdapter) {
        self.adapter = adapter
    }

    /// Reads it, unless it failed and is to wait: 1 s after the first time, then twice as long each time, at most 5 min; what it
    /// came to then stands. There is no end to that: a check fails for as long as what it looks at is down.
    ///
    /// - Returns: Whether something new is there.
    mutating func turn(
        isListing: Bool,
        context: ProviderContext,
        call: @Sendable (ForeignCall) async -> ForeignOutput
    ) async -> Bool {
        guard isListing || Current.sinceBoot() >= notBefore else { return false }
        let turn = await adapter.turn(isListing: isListing, context: context, call: call)
        failures = turn.isLost ? failures + 1 : 0
        notBefore = turn.isLost ? Current.sinceBoot() + .seconds(min(1 << min(failures - 1, 9), 300)) : .zero
        refusals = turn.refusals
        failure = turn.failure
        var fresh = Dictionary(turn.items.map { ($0.origin, $0) }, uniquingKeysWith: { first, _ in first })
        var ids = Set(items.map { "\($0.thing).\($0.reading)" })
        for index in items.indices {
            guard let item = fresh.removeValue(forKey: items[index].origin) else {
                items[index].outcome = .unavailable(turn.missing)
                items[index].attributes = [:]
                continue
            }
            // What has no value says nothing new about what it is.
            if case .unavailable = item.outcome {
                items[index].outcome = item.outcome
                items[index].attributes = item.attributes
            } else {
                items[index] = item
            }
        }
        let new = turn.items.filter { fresh[$0.origin] != nil && !$0.isNoise }
        for item in new where items.count < Self.mostItems {
            guard ids.insert("\(item.thing).\(item.reading)").inserted else {
                refusals.append("\(item.name): another value has the id \(item.thing).\(item.reading)")
                continue
            }
            items.append(item)
        }
        if items.count == Self.mostItems, !new.isEmpty {
            refusals.append("only the first \(Self.mostItems) values are taken")
        }
        return !new.isEmpty
    }
}
