import Shared

extension PluginReport {
    /// What may be shown of a report that came from outside.
    var checked: PluginReport {
        var report = self
        report.name = name.printable(limit: 64)
        report.path = path.printable(limit: 512)
        report.reason = reason?.printable(limit: 500)
        report.title = title?.printable(limit: 120)
        report.pluginVersion = pluginVersion?.printable(limit: 32)
        report.licence = licence?.printable(limit: 64)
        report.reveals = reveals.prefix(20).map { $0.printable(limit: 120) }
        report.needs = needs.prefix(20).map { $0.printable(limit: 120) }
        report.asks = asks.prefix(40).map { $0.printable(limit: 220) }
        report.complaints = complaints.prefix(50).map { $0.printable() }
        report.lastError = lastError?.printable()
        return report
    }
}
