import Glibc
import TestSupport
import Testing

/// A daemon that is there and does nothing.
@Suite(.world(), .timeLimit(.minutes(5)))
struct StoppedDaemonTests {
    @Test(
        "a command does not wait for ever for a daemon that is stopped, and says what to do; a second daemon ends, too"
    )
    func stopped() async throws {
        let agent = try AgentProgram()
        let daemon = try await agent.startDaemon()
        daemon.signal(SIGSTOP)
        async let status = agent.run("status")
        async let second = agent.run("run")
        async let elsewhere = ChildProgram.run([
            try AgentProgram.path(), "run", "--state-dir", agent.folder.path + "/other", "--socket",
            agent.state + "/control.sock",
        ])
        let answers = try await (status, second, elsewhere)
        #expect(answers.0.status == 75)
        #expect(answers.0.standardError.contains("kill -CONT"))
        #expect(answers.1.status == 75)
        #expect(answers.1.standardError.contains("another agent is using"))
        #expect(answers.2.status == 75)
        #expect(answers.2.standardError.contains("another daemon serves"))
        daemon.signal(SIGCONT)
        #expect(try await agent.run("status").status == 0)
        try await agent.stop(daemon)
    }
}
