extension ControlAnswer {
    /// Whether a request for a change has changed something.
    var tellsOfChange: Bool {
        switch self {
        case .failure: false
        case .changed(let report): !report.changed.isEmpty
        case .sourceChanged(let report): report.changed
        case .forgotten(let report): !report.forgotten.isEmpty
        case .applied(let report): !report.changes.isEmpty
        default: true
        }
    }

    /// What was changed where the request does not say it.
    var object: String? {
        if case .added(let server) = self { return server.name }
        return nil
    }
}
