/// One of the calls that a format knows.
struct ForeignCall: Sendable, Hashable {
    /// The word of the format, as far as it has one.
    enum Mode: String, Sendable {
        case run, autoconf, suggest, config, fetch, file
    }

    var mode: Mode
    /// For a munin plugin that is called by several names: what follows its own.
    var suffix: String?

    static let run = ForeignCall(mode: .run)
    static let autoconf = ForeignCall(mode: .autoconf)
    static let suggest = ForeignCall(mode: .suggest)
    static let file = ForeignCall(mode: .file)
}
