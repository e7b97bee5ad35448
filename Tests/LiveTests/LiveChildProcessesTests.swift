import Glibc
import Live
import Shared
import TestSupport
import Testing

/// Programs that are started, as the plugin host needs them.
@Suite(.timeLimit(.minutes(10))) struct LiveChildProcessesTests {
    static let agent: String = {
        let bundle = CommandLine.arguments.first ?? ""
        let beside = bundle.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        return "\(beside)/agent"
    }()

    private func start(_ script: String, hasNoInput: Bool = false) async throws -> any ChildProcess {
        try await LiveChildProcesses(trampoline: Self.agent).start(
            ChildCommand(
                program: .path("/bin/sh"),
                arguments: ["-c", script],
                environment: ["A": "b"],
                folder: "/",
                hasNoInput: hasNoInput
            )
        )
    }

    private func text(of process: any ChildProcess) async -> String {
        var text: [UInt8] = []
        while let piece = await process.output() { text += piece }
        return String(decoding: text, as: UTF8.self)
    }

    @Test("a program reads, writes and ends, and how it ended is known")
    func conversation() async throws {
        let process = try await start("read -r line; echo \"$A $line\"; exit 3")
        #expect(process.send(Array("hi\n".utf8)))
        #expect(await text(of: process) == "b hi\n")
        #expect(await process.end() == .exited(3))
        #expect(!process.send(Array("hi\n".utf8)))
    }

    @Test("a signal reaches the whole group, and a child that holds the output open is not waited for")
    func group() async throws {
        let process = try await start("(trap '' TERM; setsid sleep 20) & echo ready; sleep 1000")
        #expect(await process.output().map { String(decoding: $0, as: UTF8.self) } == "ready\n")
        process.signal(SIGTERM)
        #expect(await process.end() == .killed(signal: SIGTERM))
        #expect(await process.output() == nil)
    }

    @Test("what a program wrote before it ended is read, however much it is, and nothing is read unasked")
    func lastWords() async throws {
        let process = try await start("head -c 60000 /dev/zero; echo end >&2")
        _ = await process.end()
        #expect(await text(of: process).utf8.count == 60000)
        #expect(await process.errors() == Array("end\n".utf8))
    }

    @Test(
        "a script that can't be executed says which interpreter its first line names, or that the line ends as Windows writes it",
        arguments: [
            ("#!/no/such/interpreter -x\n", "with /no/such/interpreter, which its first line names"),
            ("#!/bin/sh\r\necho\r\n", "carriage return"), ("", "Exec format error"),
        ]
    )
    func interpreter(_ text: String, _ reason: String) async throws {
        let folder = try TemporaryFolder()
        try ScriptFile.write(text, to: folder.path + "/x")
        let process = try await LiveChildProcesses(trampoline: Self.agent).start(
            ChildCommand(program: .path(folder.path + "/x"), environment: [:], folder: "/", hasNoInput: true)
        )
        #expect(await process.end() == .exited(127))
        var errors: [UInt8] = []
        while let piece = await process.errors() { errors += piece }
        #expect(String(decoding: errors, as: UTF8.self).contains(reason))
    }

    @Test("a program that does not read is not waited for")
    func deaf() async throws {
        let process = try await start("sleep 1000")
        var isTaken = true
        for _ in 1...100 where isTaken { isTaken = process.send([UInt8](repeating: 120, count: 65536)) }
        #expect(!isTaken)
        process.signal(SIGKILL)
        #expect(await process.end() == .killed(signal: SIGKILL))
    }

    @Test("a program can't become more than it is, can't leave a core dump, and has an empty input if it shall")
    func bounds() async throws {
        let process = try await start("grep NoNewPrivs /proc/self/status; ulimit -c; cat", hasNoInput: true)
        #expect(await text(of: process) == "NoNewPrivs:\t1\n0\n")
        _ = await process.end()
    }

    @Test("a program that is not there is an error on standard error, not of the host")
    func absent() async throws {
        let process = try await LiveChildProcesses(trampoline: Self.agent).start(
            ChildCommand(program: .path("/no/program"), environment: [:], folder: "/")
        )
        #expect(await process.end() == .exited(127))
        let words = await process.errors().map { String(decoding: $0, as: UTF8.self) }
        #expect(words == "can't execute /no/program: No such file or directory\n")
    }
}
