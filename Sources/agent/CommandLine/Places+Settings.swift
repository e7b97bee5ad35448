import Glibc

extension Places {
    /// Where a daemon finds its settings unless it is told otherwise.
    static var standardSettings: String {
        guard isNormalUser else { return "/etc/sensor-agent" }
        if let base = environment("XDG_CONFIG_HOME") { return base + "/sensor-agent" }
        return (environment("HOME") ?? "") + "/.config/sensor-agent"
    }

    /// Whether a person runs the program for himself, rather than root or the service's user.
    static var isNormalUser: Bool { (1000...60000).contains(geteuid()) }
}
