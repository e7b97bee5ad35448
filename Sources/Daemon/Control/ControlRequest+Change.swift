extension ControlRequest {
    /// Whether a credential of the daemon's would go wherever the request says.
    var usesCredentials: Bool {
        if case .apply(let arrangement, _, _) = self { return arrangement.usesCredentials }
        return false
    }

    /// Whether it changes what is reported, or to whom; who asked for that is logged.
    var isChange: Bool {
        switch self {
        case .listSensors, .readSensors, .listServers, .status, .listNames, .diagnose, .listSources, .previewServers,
            .auditServers, .listPlugins, .arrangement, .probeServer,
            .apply(_, isCheck: true, _):
            false
        default: true
        }
    }
}
