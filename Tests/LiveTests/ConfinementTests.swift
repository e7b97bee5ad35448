import Glibc
import Live
import Shared
import Testing

/// What a program that is kept apart can reach, and what a grant opens.
@Suite(.timeLimit(.minutes(10))) struct ConfinementTests {
    private static let hasLandlock = Landlock.version != nil

    /// Runs a script in its own folder; what it prints.
    private func said(
        _ script: String,
        in folder: TemporaryFolder,
        hiding hidden: [String] = [],
        closing closed: [String] = [],
        _ grants: ChildGrants = ChildGrants()
    ) async throws -> String {
        try folder.make("/own")
        let process = try await LiveChildProcesses(
            trampoline: LiveChildProcessesTests.agent,
            cage: ChildCage(hiding: hidden, closing: closed)
        ).start(
            ChildCommand(
                program: .path("/bin/bash"),
                arguments: ["-c", script],
                environment: ["PATH": "/usr/bin:/bin", "folder": folder.path],
                folder: folder.path + "/own",
                grants: grants,
                hasNoInput: true
            )
        )
        var text: [UInt8] = []
        while let piece = await process.output() { text += piece }
        _ = await process.end()
        return String(decoding: text, as: UTF8.self)
    }

    @Test(
        "of a closed folder only what was granted is opened, and only what may be changed is changed",
        .enabled(if: hasLandlock, "the kernel has no Landlock")
    )
    func closed() async throws {
        let folder = try TemporaryFolder()
        for name in ["secret", "read/file", "write/file"] { try folder.write("\(name)\n", to: "/home/\(name)") }
        let script = """
            cd "$folder/home"; for file in secret read/file write/file; do
            cat $file || echo no
            echo more >> $file && echo changed
            done; touch write/new && echo made
            """
        let home = folder.path + "/home"
        #expect(try await said(script, in: folder, closing: [home]) == "no\nno\nno\n")
        let grants = ChildGrants(readable: [home + "/read"], writable: [home + "/write"])
        #expect(
            try await said(script, in: folder, closing: [home], grants) == "no\nread/file\nwrite/file\nchanged\nmade\n"
        )
    }

    @Test(
        "no grant leads to what is hidden, neither from above nor by a link",
        .enabled(if: hasLandlock, "the kernel has no Landlock")
    )
    func hidden() async throws {
        let folder = try TemporaryFolder()
        try folder.write("key\n", to: "/home/state/key")
        try folder.write("file\n", to: "/home/file")
        try folder.link("/link", to: folder.path + "/home/state")
        let home = folder.path + "/home"
        let grants = ChildGrants(
            readable: [home, home + "/state", folder.path + "/link"],
            writable: [home + "/state/key"]
        )
        let script = #"cat "$folder/home/file"; cat "$folder/home/state/key" "$folder/link/key" || echo no"#
        #expect(try await said(script, in: folder, hiding: [home + "/state"], closing: [home], grants) == "file\nno\n")
    }

    @Test("a program that lies in a closed folder is run, and sees nothing else there", .enabled(if: hasLandlock))
    func ownProgram() async throws {
        let folder = try TemporaryFolder()
        try folder.write("secret", to: "/secret")
        try await folder.script(#"echo runs; cat "$folder/secret" || echo no"#)
        let descriptor = open(folder.path + "/script", O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        try folder.make("/own")
        let process = try await LiveChildProcesses(
            trampoline: LiveChildProcessesTests.agent,
            cage: ChildCage(hiding: [], closing: [folder.path])
        ).start(
            ChildCommand(
                program: .descriptor(descriptor, path: folder.path + "/script"),
                environment: ["PATH": "/usr/bin:/bin", "folder": folder.path],
                folder: folder.path + "/own"
            )
        )
        var text: [UInt8] = []
        while let piece = await process.output() { text += piece }
        #expect(String(decoding: text, as: UTF8.self) == "runs\nno\n")
    }

    @Test("without the network a program makes no socket of it, and those between programs all the same")
    func network() async throws {
        let folder = try TemporaryFolder()
        // Nobody has to listen for a datagram.
        let script = """
            (exec 3<>/dev/udp/127.0.0.1/9) && echo inet || echo no
            (exec 3<>/dev/udp/::1/9) || echo no
            getent passwd root >/dev/null && echo local
            """
        #expect(try await said(script, in: folder).hasPrefix("no\nno\nlocal\n"))
        #expect(try await said(script, in: folder, ChildGrants(network: true)).hasPrefix("inet\n"))
    }
}
