package import INI

extension DropIn {
    /// All keys of a drop-in, in the order in which the guide tells them.
    package static let keys: [INIKey] = [
        INIKey("kind", "KIND", help: kinds.joined(separator: ", ")),
        INIKey("command", "PROGRAM …", help: "whole path of the program, and arguments; quotes keep blanks"),
        INIKey("path", "FILE", help: "whole path of a text file of Prometheus"),
        INIKey("interval", "SECONDS", help: "between two readings; 60 if left out"),
        INIKey("timeout", "SECONDS", help: "for one run; 10 if left out"),
        INIKey("max_age", "SECONDS", help: "for how long what was said counts"),
        INIKey("bytes", "1024", help: "what the K of a check's KB means; shown as KB if left out"),
        INIKey("autoconf", "ignore", help: "read a munin plugin although it says that it can't work here"),
        INIKey("suffix", "NAME", help: "of a munin plugin whose name ends in _; all that it suggests if left out"),
        INIKey(
            "signal",
            "SIGNAL",
            help: Trigger.allCases.map(\.rawValue).joined(separator: ", ") + ": how execd reports"
        ),
        INIKey("restart_delay", "SECONDS", help: "until a program that ended is started again; 10 if left out"),
        INIKey(
            "read",
            "PATH …",
            help: "what it may open where plugins may not, such as people's homes, once you allow it"
        ),
        INIKey("write", "PATH …", help: "what it may change outside of its own folder, once you allow it"),
        INIKey("network", "yes|no", help: "whether it may use the network; yes if left out"),
        INIKey("env.*", "VALUE", help: "a variable of its environment"),
        INIKey("user", "NAME", help: "refused: all run as one user"),
        INIKey("group", "NAME", help: "refused: all run as one user"),
    ]

    /// Kinds that run something.
    private static let programs = kinds.filter { $0 != "prometheus" }

    /// Keys that mean nothing to the other kinds.
    static let kindsOfKeys: [(key: String, kinds: [String])] = [
        ("max_age", ["prometheus", "execd"]), ("bytes", ["nagios"]), ("autoconf", ["munin"]), ("suffix", ["munin"]),
        ("signal", ["execd"]), ("restart_delay", ["execd"]),
        ("read", programs), ("write", programs), ("network", programs),
    ]
}
