import Daemon
import FoundationEssentials
import Glibc
import Shared
import TestSupport
import Testing

@testable import agent

/// Files that people write or name: all of one is taken, or none, and nothing that is no file is waited for.
@Suite(.world(), .timeLimit(.minutes(5)))
struct HandedFilesTests {
    private let agent: AgentProgram

    init() throws { agent = try AgentProgram() }

    private func path(_ name: String) -> String { agent.folder.path + "/" + name }

    private func write(_ text: String, to name: String, mode: mode_t = 0o600) throws {
        try Data(text.utf8).write(to: URL(filePath: path(name)))
        try #require(chmod(path(name), mode) == 0)
    }

    /// What lies there and is no file.
    private func oddities() throws -> [String] {
        try #require(mkfifo(path("pipe"), 0o600) == 0)
        try #require(mkdir(path("folder"), 0o700) == 0)
        return [path("pipe"), path("folder"), "/dev/zero", "/dev/tty"]
    }

    private func settingsFailure(_ folder: String) throws -> ControlFailure {
        try #require(throws: ControlFailure.self) { try SettingsFolder(path: folder).read() }
    }

    @Test("settings that are more than is read of a file are refused whole, and so is what is no file, with its path")
    func settings() throws {
        let folder = path("settings")
        try #require(mkdir(folder, 0o700) == 0)
        let file = folder + "/sensor-agent.conf"
        let filling = String(repeating: "# filling\n", count: TextFile.longest / 10)
        try write(filling + "[log]\nlevel = debug\n", to: "settings/sensor-agent.conf")
        let tooLarge = try settingsFailure(folder)
        #expect(tooLarge.exitCode == .badState)
        #expect(tooLarge.message.contains("\(file): it is larger than 262144 bytes"))
        for oddity in try oddities() where oddity != "/dev/tty" {
            unlink(file)
            try #require(symlink(oddity, file) == 0)
            let odd = try settingsFailure(folder)
            #expect(odd.exitCode == .badState)
            #expect(odd.message.contains("\(file): it is no ordinary file"), "\(odd)")
        }
        unlink(file)
        try #require(symlink("/dev/null", file) == 0)
        #expect(try SettingsFolder(path: folder).read() == Settings())
    }

    @Test("a byte order mark at the start of a key file or of settings is no part of what is in it")
    func byteOrderMark() throws {
        try write("\u{FEFF}0123 4567\n", to: "key")
        #expect(try TokenReader.key(in: path("key")).exposed == "0123 4567\n")
        let folder = path("settings")
        try #require(mkdir(folder, 0o700) == 0)
        try write("\u{FEFF}[queue]\nevents = 50\n", to: "settings/sensor-agent.conf")
        #expect(try SettingsFolder(path: folder).read() != Settings())
    }

    @Test("a file for apply that is more than is read, or is no file, is refused whole, and nothing is switched off")
    func apply() async throws {
        let daemon = try await agent.startDaemon()
        try await addReceiver()
        #expect(try await agent.run("sensors", "enable", "battery.bat0.level").status == 0)
        let filling = String(repeating: "# filling\n", count: TextFile.longest / 10)
        let wanted = "[server attic]\nexclusive = yes\nsensor = storage.root.used_percent\n"
        try write("\(wanted)\(filling)sensor = battery.bat0.level\n", to: "wanted")
        for file in try [path("wanted")] + oddities() {
            let output = try await agent.run("apply", file)
            #expect(output.status == 65, "\(output.standardError)")
            #expect(output.standardError.contains("can't read \(file): "), "\(output.standardError)")
        }
        #expect(try await agent.run("apply", path("wanted")).standardError.contains("larger than 262144 bytes"))
        let printed = try await agent.run("apply", "--print").standardOutput
        #expect(printed.contains("battery.bat0.level") && !printed.contains("storage.root.used_percent"))
        try await agent.stop(daemon)
    }

    @Test("a file for apply with thousands of sensors is taken; a request beyond the daemon's bound is told as that")
    func large() async throws {
        let daemon = try await agent.startDaemon()
        try await addReceiver()
        let lines = String(repeating: "sensor = battery.bat0.level\n", count: 4000)
        try write("[server attic]\n\(lines)", to: "wanted")
        let output = try await agent.run("apply", path("wanted"))
        #expect(output.status == 0, "\(output.standardError)")
        #expect(output.standardOutput == "+ sensor battery.bat0.level on attic\n")
        try write("[server attic]\n\(String(repeating: "sensor=*\n", count: 29000))", to: "wanted")
        let refused = try await agent.run("apply", path("wanted"))
        #expect(refused.status == 65)
        #expect(refused.standardError.contains("too much at once"), "\(refused.standardError)")
        try await agent.stop(daemon)
    }

    @Test("what the shell makes of <(COMMAND), and standard input of any kind, are as good as a file for apply")
    func pipes() async throws {
        let daemon = try await agent.startDaemon()
        try await addReceiver()
        try write("[server attic]\nsensor = battery.bat0.level\n", to: "wanted")
        let ways = [
            #"exec "$0" apply <(sleep 0.1; cat "$1") --check --state-dir "$2""#,
            #"cat "$1" | "$0" apply - --check --state-dir "$2""#,
            #"exec "$0" apply - --check --state-dir "$2" <"$1""#,
            // Standard input as sshd gives it: a socket, which can't be opened by a path.
            #"""
            exec python3 -c 'import socket,subprocess,sys; a,b=socket.socketpair(); a.sendall(open(sys.argv[2],"rb").read()); a.close(); sys.exit(subprocess.run([sys.argv[1],"apply","-","--check","--state-dir",sys.argv[3]],stdin=b).returncode)' "$0" "$1" "$2"
            """#,
        ]
        for way in ways {
            let output = try await ChildProgram.run([
                "/bin/bash", "-c", way, try AgentProgram.path(), path("wanted"), agent.state,
            ])
            #expect(output.status == 1, "\(way): \(output.standardError)")
            #expect(output.standardOutput == "+ sensor battery.bat0.level on attic\n", "\(way)")
        }
        try await agent.stop(daemon)
    }

    @Test(
        "whatever holds a secret is refused when others can read it, and when it is no file, before anything is asked"
    )
    func secrets() async throws {
        let daemon = try await agent.startDaemon()
        try await addReceiver()
        try write("secret\n", to: "open", mode: 0o644)
        let oddities = try oddities()
        let commands = [
            ["servers", "add", "http://127.0.0.1:9", "--token-file"],
            ["servers", "add", "http://127.0.0.1:9", "--kind", "webhook", "--key-file"],
            ["servers", "add", "http://127.0.0.1:9", "--client-certificate"],
            ["servers", "renew", "--yes", "--token-file"],
            ["servers", "reconnect", "attic", "--key-file"],
            ["servers", "set", "attic", "client-certificate"], ["servers", "set", "attic", "proxy-file"],
            ["receive", "--listen", "127.0.0.1:0", "--key-file"],
        ]
        for command in commands {
            for file in [path("open")] + oddities {
                let output = try await ChildProgram.run(
                    [try AgentProgram.path()] + command + [file, "--state-dir", agent.state]
                )
                #expect(output.status == 65, "\(command) \(file): \(output.standardError)")
                #expect(output.standardError.contains(file), "\(command): \(output.standardError)")
            }
            let output = try await ChildProgram.run(
                [try AgentProgram.path()] + command + [path("open"), "--state-dir", agent.state]
            )
            #expect(output.standardError.contains("chmod 600 \(path("open"))"), "\(output.standardError)")
        }
        // Certificates are no secret, and may be read by all; they are a file all the same.
        let odd = try await agent.run("servers", "set", "attic", "ca-file", path("pipe"))
        #expect(odd.status == 65)
        #expect(odd.standardError.contains("no ordinary file"))
        try await agent.stop(daemon)
    }

    /// A server that nobody answers for.
    private func addReceiver() async throws {
        let made = try await ChildProgram.run([try AgentProgram.path(), "keys", "new", "--output", path("attic.key")])
        try #require(made.status == 0, "\(made.standardError)")
        let added = try await agent.run(
            "servers",
            "add",
            "--kind",
            "webhook",
            "http://127.0.0.1:9",
            "--name",
            "attic",
            "--key-file",
            path("attic.key")
        )
        try #require(added.status == 0, "\(added.standardError)")
    }
}
