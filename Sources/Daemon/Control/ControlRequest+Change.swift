extension ControlRequest {
    /// Whether it changes what is reported, or to whom; who asked for that is logged.
    var isChange: Bool {
        switch self {
        case .listSensors, .readSensors, .listServers, .status, .listNames, .diagnose, .listSources, .previewServers,
            .auditServers, .listPlugins:
            false
        default: true
        }
    }
}
