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

    /// What it changes, for the log; neither URLs nor sources, which may tell what is nobody's business.
    var object: String? {
        switch self {
        case .enableSensors(let patterns, _, _), .disableSensors(let patterns, _), .forgetSensors(let patterns):
            patterns.joined(separator: " ")
        case .addSource(let name, _), .removeSource(let name, _), .setInterval(let name, _), .setServer(let name, _),
            .reconnectServer(let name, _), .removeServer(let name), .restartPlugin(let name, _):
            name
        default: nil
        }
    }
}
