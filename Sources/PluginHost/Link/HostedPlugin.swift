import Shared

/// A plugin as its host reports it.
struct HostedPlugin: Codable, Sendable, Hashable {
    var report: PluginReport
    /// Whether it may be run; of a name that occurs several times it is one at most.
    var isRun: Bool
    /// Another one when its file was changed.
    var mark: String
    /// How long one question about its sensors may take, in seconds.
    var longestCall: Double?

    private enum CodingKeys: String, CodingKey {
        case report, mark
        case isRun = "run"
        case longestCall = "longest_s"
    }

    init(_ report: PluginReport, isRun: Bool, mark: String = "", longestCall: Duration? = nil) {
        self.report = report
        self.isRun = isRun
        self.mark = mark
        self.longestCall = longestCall.map { $0 / .seconds(1) }
    }
}
