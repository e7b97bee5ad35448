import Shared

/// A plugin as its host reports it.
struct HostedPlugin: Codable, Sendable, Hashable {
    var report: PluginReport
    /// Whether it may be run; of a name that occurs several times it is one at most.
    var isRun: Bool
    /// Another one when its file was changed.
    var mark: String

    private enum CodingKeys: String, CodingKey {
        case report, mark
        case isRun = "run"
    }

    init(_ report: PluginReport, isRun: Bool, mark: String = "") {
        self.report = report
        self.isRun = isRun
        self.mark = mark
    }
}
