import SensorSDK
import Shared

/// munin plugins: whether they can work here, and under which names they are called.
struct MuninAdapter: ForeignAdapter {
    /// The most names of one plugin that are run; each is a program to be started.
    static let mostInstances = 20

    /// What could not work when it was asked may have been started since.
    private static let secondThought = Duration.seconds(600)

    /// The plugin's own name, for a graph that has none.
    private let name: String
    /// Whether what it says about its own use is believed.
    private let asksAutoconf: Bool
    /// The only name that is wanted.
    private let suffix: String?
    /// Its name ends in `_`: it wants a suffix, and can suggest some.
    private let isWildcard: Bool

    private var instances: [MuninInstance] = []
    private var refusal: String?
    /// When it was asked for that, on the boot clock.
    private var refusedAt = Duration.zero
    private var refusals: [String] = []

    init(name: String, asksAutoconf: Bool = true, suffix: String? = nil, isWildcard: Bool = false) {
        self.name = name
        self.asksAutoconf = asksAutoconf
        self.suffix = suffix
        self.isWildcard = isWildcard
    }

    mutating func turn(
        isListing: Bool,
        context: ProviderContext,
        call: @Sendable (ForeignCall) async -> ForeignOutput
    ) async -> ForeignTurn {
        if asksAutoconf, isListing || refusal != nil && Current.sinceBoot() - refusedAt >= Self.secondThought {
            refusal = Self.refusal(await call(.autoconf))
            refusedAt = Current.sinceBoot()
        }
        if isListing || instances.isEmpty {
            if let failure = await findInstances(call) { return failure }
        }
        var turn = ForeignTurn()
        turn.refusals = refusals
        turn.isLost = !instances.isEmpty
        for index in instances.indices {
            let part = await instances[index].turn(
                isListing: isListing,
                refusal: refusal,
                context: context,
                call: call
            )
            turn.items += part.items
            turn.refusals += part.refusals
            turn.isLost = turn.isLost && part.isLost
            guard let failure = part.failure else { continue }
            turn.failure = failure
            turn.missing = part.missing
            // The others would hang as well, and the host waits only so long.
            if part.missing == .timeout { break }
        }
        return turn
    }

    /// - Returns: Why there are none.
    private mutating func findInstances(_ call: @Sendable (ForeignCall) async -> ForeignOutput) async -> ForeignTurn? {
        var suffixes: [String?] = [suffix]
        refusals = []
        if isWildcard, suffix == nil {
            let output = await call(.suggest)
            let lines = String(decoding: output.output, as: UTF8.self).split(whereSeparator: \.isNewline).map(
                String.init
            )
            guard output.status == 0, !lines.isEmpty else {
                let end = output.isLate ? "did not end in time" : output.end.map { "\($0)" } ?? "was not run"
                return ForeignTurn(
                    missing: output.isLate ? .timeout : .fault,
                    failure:
                        "'suggest' \(end) and named nothing; say 'suffix = …'; \(output.lastError ?? "it says no more")"
                )
            }
            let usable = lines.filter(Self.isSuffix)
            for line in lines.filter({ !Self.isSuffix($0) }).prefix(10) {
                refusals.append("'suggest' named '\(line.printable(limit: 60))', which can't be part of a file's name")
            }
            if usable.count > Self.mostInstances {
                refusals.append("only the first \(Self.mostInstances) of \(usable.count) names are run")
            }
            suffixes = Array(usable.prefix(Self.mostInstances))
        }
        // Counters go on where the same name was known before.
        let known = Dictionary(instances.map { ($0.suffix, $0) }, uniquingKeysWith: { first, _ in first })
        instances = suffixes.map { known[$0] ?? MuninInstance(name: name, suffix: $0) }
        return nil
    }

    /// Whether it can be part of a file's name.
    static func isSuffix(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 64
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
                    UInt8(ascii: ":"), UInt8(ascii: "@"):
                    true
                default: false
                }
            }
    }

    /// `nil` when it says yes, or nothing that can be understood: that decides nothing.
    private static func refusal(_ output: ForeignOutput) -> String? {
        guard output.status == 0 else { return nil }
        let line = String(decoding: output.output, as: UTF8.self).split(whereSeparator: \.isNewline).first ?? ""
        guard line == "no" || line.hasPrefix("no ") else { return nil }
        return line.dropFirst(2).filter { $0 != "(" && $0 != ")" }.printable(limit: 120)
    }
}
