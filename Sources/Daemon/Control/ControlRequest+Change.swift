extension ControlRequest {
    /// Whether a credential of the daemon's would go wherever the request says.
    var usesCredentials: Bool {
        if case .apply(let arrangement, _, _) = self { return arrangement.usesCredentials }
        return false
    }

    /// Whether it changes what is reported, or to whom.
    var isChange: Bool { change != nil }

    /// The command that makes a change, for the log, which says who asked for it; `nil` for what only looks.
    var change: String? {
        switch self {
        case .listSensors, .readSensors, .listServers, .status, .listNames, .diagnose, .listSources, .previewServers,
            .auditServers, .listPlugins, .arrangement, .probeServer,
            .apply(_, isCheck: true, _):
            nil
        case .apply: "apply"
        case .reload: "reload"
        case .enableSensors: "sensors enable"
        case .disableSensors: "sensors disable"
        case .addSource: "sensors add"
        case .removeSource: "sensors remove"
        case .forgetSensors: "sensors forget"
        case .setInterval: "sensors set"
        case .addServer: "servers add"
        case .setServer: "servers set"
        case .reconnectServer: "servers reconnect"
        case .removeServer: "servers remove"
        case .renewServers: "servers renew"
        case .keepServers: "servers keep"
        case .restartPlugin(_, let isReset): isReset ? "plugins reset" : "plugins restart"
        }
    }
}
