import Daemon
import Glibc
import Shared
import Webhook

/// Where an access token comes from: `--token-file`, standard input, or a prompt.
enum TokenReader {
    static let option = OptionSpecification(
        "--token-file",
        "FILE",
        valueKind: .files,
        help: "read the token from a file that others can't read"
    )

    static func read(_ invocation: Invocation) throws(ControlFailure) -> Secret {
        if let token = try namedFile(invocation) { return token }
        guard isatty(STDIN_FILENO) == 1 else { return try token(in: readLine() ?? "") }
        return try token(in: SecretPrompt.ask("Long-lived access token (it is not shown): ") ?? "")
    }

    /// The token in the file that the option names; `nil` without the option.
    static func namedFile(_ invocation: Invocation) throws(ControlFailure) -> Secret? {
        guard let path = invocation.value(of: option.name) else { return nil }
        return try token(in: try tokenFile(path))
    }

    /// The token in a file that a file for apply names, for set-up without a person.
    static func ownFile(_ path: String) throws(ControlFailure) -> Secret {
        try token(in: try tokenFile(path, isOwn: true))
    }

    /// The lines of a key file.
    static func key(in path: String) throws(ControlFailure) -> Secret {
        Secret(try file(path, called: "key file", remedy: "make a new one with 'agent keys new --output FILE'"))
    }

    private static func tokenFile(_ path: String, isOwn: Bool = false) throws(ControlFailure) -> String {
        try file(path, called: "token file", remedy: "make a new token", isOwn: isOwn)
    }

    /// Tokens of several servers: lines `NAME TOKEN`, or one token where there is one server. A receiver's is the line of its key.
    static func read(
        _ invocation: Invocation,
        for servers: [ServerListing.Server]
    ) throws(ControlFailure) -> [String: Secret] {
        var tokens: [String: Secret] = [:]
        if invocation.value(of: option.name) == nil, isatty(STDIN_FILENO) == 1 {
            for server in servers {
                let typed = SecretPrompt.ask("Token for \(server.name) (it is not shown): ") ?? ""
                tokens[server.name] = try token(in: typed, for: server)
            }
            return tokens
        }
        var text = ""
        if let path = invocation.value(of: option.name) {
            text = try tokenFile(path)
        } else {
            while let line = readLine() { text += line + "\n" }
        }
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.split(whereSeparator: \.isWhitespace)
            if words.count > 1, let server = servers.first(where: { $0.name == words[0] }) {
                tokens[server.name] = try token(in: words.dropFirst().joined(separator: " "), for: server)
            } else if servers.count == 1 {
                tokens[servers[0].name] = try token(in: String(line), for: servers[0])
            } else if !words.isEmpty {
                throw ControlFailure(.badData, "each line must be the name of a server and its token")
            }
        }
        return tokens
    }

    private static func token(in text: String, for server: ServerListing.Server) throws(ControlFailure) -> Secret {
        // The server's kind says what is wrong with it.
        server.kind == WebhookKind.word ? Secret(text) : try token(in: text)
    }

    /// The text of a file that an option names; a path never goes to the daemon.
    ///
    /// - Parameters:
    ///   - remedy: For a file with a secret: what to do when others could read it. One that they can, or its group change, is
    ///     refused.
    ///   - isOwn: Whether it must be root's, or of whoever runs the command.
    static func file(
        _ path: String,
        called name: String,
        remedy: String? = nil,
        isOwn: Bool = false
    ) throws(ControlFailure) -> String {
        let shown = path.printable(limit: 200)
        do throws(TextFile.Failure) {
            return try TextFile.read(path) { (status) throws(TextFile.Failure) in
                guard status.st_mode & S_IFMT == S_IFREG, let remedy else { return }
                guard !isOwn || status.st_uid == 0 || status.st_uid == geteuid() else {
                    throw TextFile.Failure(reason: "it belongs to another user; 'chown root' it")
                }
                guard status.st_mode & 0o027 == 0 else {
                    throw TextFile.Failure(
                        reason:
                            "others can get at it, so what is in it may be known to them: \(remedy), or if you are sure: "
                            + "chmod 600 \(shown)"
                    )
                }
            }
        } catch {
            throw ControlFailure(.badData, "can't read the \(name) \(shown): \(error.reason)")
        }
    }

    private static func token(in text: String) throws(ControlFailure) -> Secret {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count == 1, words[0].utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ControlFailure(
                .badData,
                words.isEmpty
                    ? "there is no token; give it in a file, on standard input, or at the prompt"
                    : "this is no access token: it must be one word of plain characters"
            )
        }
        return Secret(String(words[0]))
    }
}
