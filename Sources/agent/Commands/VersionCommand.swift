/// `agent --version`
struct VersionCommand: Command {
    func run() {
        Console.out("sensor-agent \(Agent.version)")
    }
}
