/// One of the calls that a format knows.
enum ForeignCall: String, Sendable {
    case run, autoconf, config, fetch, file
}
