/// What a plugin does to its host when it is read.
struct Misbehaviour: Sendable, CustomStringConvertible {
    let description: String
    /// Shell commands that answer `read`.
    var read: String
    /// Shell commands that answer `list`.
    var list = PluginBench.list("v")
    /// Whether the clock must move until its answer is late.
    var isLate = false
    /// Whether its sensor has a value all the same.
    var hasValue = false

    private static let answer = PluginBench.read(["v": "7"])

    static let all = [
        Misbehaviour(description: "exits", read: "exit 3"),
        Misbehaviour(description: "hangs with a child", read: "sleep 1000 & sleep 1000", isLate: true),
        Misbehaviour(description: "is killed", read: "kill -9 $$"),
        Misbehaviour(description: "forks", read: "sleep 1000 & sleep 1000 & \(answer)", hasValue: true),
        Misbehaviour(description: "forks and exits", read: "sleep 1000 & (sleep 1000 & sleep 1000) & exit 0"),
        Misbehaviour(description: "closes stdout", read: "exec >&-; sleep 1000", isLate: true),
        Misbehaviour(
            description: "prints a megabyte",
            read: "head -c 1000000 /dev/zero | tr '\\0' a; echo; \(answer)",
            hasValue: true
        ),
        Misbehaviour(description: "prints half a line", read: #"printf '{"answer":"re'; exit 0"#),
        Misbehaviour(
            description: "answers out of order",
            read: "\(PluginBench.say(#"{"answer":"health"}"#)); \(answer)",
            hasValue: true
        ),
        Misbehaviour(
            description: "duplicates ids",
            read: PluginBench.read(["v": "7", "v": "8"]),
            list: PluginBench.list("v", "v"),
            hasValue: true
        ),
        Misbehaviour(
            description: "changes its list",
            read: "\(PluginBench.say(#"{"push":"list_again"}"#)); \(answer)",
            list:
                #"n=$((n+1)); printf '{"answer":"list","sensors":[{"id":"a.v","name":"V"},{"id":"a.n%s","name":"N"}]}\n' $n"#,
            hasValue: true
        ),
    ]
}
