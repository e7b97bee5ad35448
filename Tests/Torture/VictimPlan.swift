/// What one daemon is told on its command line.
struct VictimPlan {
    static let word = "victim"

    /// Folder of the databases.
    var state: String
    /// Counts the daemons of a run, from 1; each request and each event carries it.
    var life: Int
    /// The servers' addresses and tokens, to be added and enabled first; empty once they are.
    var servers: [(url: String, token: String)] = []
    /// The receiver's address and the line of its key file; `nil` once it is added.
    var receiver: (url: String, line: String)?
    /// Whether events happen.
    var hasEvents = true
    /// Turns the sensor that comes and goes on or off, once the daemon serves.
    var flip: Bool?
    /// See ``Ending/atWrite(number:percent:)``.
    var trap: (number: Int, percent: Int)?

    init(state: String, life: Int) {
        self.state = state
        self.life = life
    }

    var arguments: [String] {
        var arguments = [Self.word, "--state", state, "--life", "\(life)", "--events", hasEvents ? "1" : "0"]
        if let flip { arguments += ["--flip", flip ? "1" : "0"] }
        if let trap { arguments += ["--write", "\(trap.number)", "--percent", "\(trap.percent)"] }
        if let receiver { arguments += ["--receiver", receiver.url, "--line", receiver.line] }
        for server in servers { arguments += ["--url", server.url, "--token", server.token] }
        return arguments
    }

    init(_ arguments: [String]) throws(UsageError) {
        self.init(state: "", life: 0)
        var rest = arguments[...]
        while let option = rest.popFirst(), let word = rest.popFirst() {
            let number = Int(word) ?? 0
            switch option {
            case "--state": state = word
            case "--life": life = number
            case "--events": hasEvents = number == 1
            case "--flip": flip = number == 1
            case "--write": trap = (number, 100)
            case "--percent": trap?.percent = number
            case "--receiver": receiver = (word, "")
            case "--line": receiver?.line = word
            case "--url": servers.append((word, ""))
            case "--token": servers[servers.count - 1].token = word
            default: throw UsageError(description: "a victim does not know \(option)")
            }
        }
    }
}
