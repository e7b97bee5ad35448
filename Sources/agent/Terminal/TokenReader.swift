import Daemon
import Glibc
import Shared

/// Where an access token comes from: `--token-file`, standard input, or a prompt.
enum TokenReader {
    static let option = OptionSpecification(
        "--token-file",
        "FILE",
        valueKind: .files,
        help: "read the token from a file"
    )

    static func read(_ invocation: Invocation) throws(ControlFailure) -> Secret {
        let text: String
        if let path = invocation.value(of: option.name) {
            text = try file(path, called: "token file")
        } else if isatty(STDIN_FILENO) == 1 {
            text = SecretPrompt.ask("Long-lived access token (it is not shown): ") ?? ""
        } else {
            text = readLine() ?? ""
        }
        return try token(in: text)
    }

    /// Tokens of several servers: lines `NAME TOKEN`, or one token where there is one server.
    static func read(_ invocation: Invocation, for servers: [String]) throws(ControlFailure) -> [String: Secret] {
        var tokens: [String: Secret] = [:]
        if invocation.value(of: option.name) == nil, isatty(STDIN_FILENO) == 1 {
            for server in servers {
                tokens[server] = try token(in: SecretPrompt.ask("Token for \(server) (it is not shown): ") ?? "")
            }
            return tokens
        }
        var text = ""
        if let path = invocation.value(of: option.name) {
            text = try file(path, called: "token file")
        } else {
            while let line = readLine() { text += line + "\n" }
        }
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            if words.count > 1, servers.contains(words[0]) {
                // The line of a receiver's key has two words.
                var parts: [String] = []
                for word in words.dropFirst() { parts.append(try token(in: word).exposed) }
                tokens[words[0]] = Secret(parts.joined(separator: " "))
            } else if servers.count == 1 {
                tokens[servers[0]] = try token(in: String(line))
            } else if !words.isEmpty {
                throw ControlFailure(.badData, "each line must be the name of a server and its token")
            }
        }
        return tokens
    }

    private static func token(in text: String) throws(ControlFailure) -> Secret {
        let token = text.split(whereSeparator: \.isWhitespace)
        guard token.count == 1, token[0].utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ControlFailure(
                .badData,
                token.isEmpty
                    ? "there is no token; give it in --token-file, on standard input, or at the prompt"
                    : "this is no access token: it must be one word of plain characters"
            )
        }
        return Secret(String(token[0]))
    }

    /// The text of a file that an option names; a path never goes to the daemon.
    ///
    /// - Parameter isPrivate: Whether a file that others can read, or its group change, is refused.
    static func file(
        _ path: String,
        called name: String,
        isPrivate: Bool = false
    ) throws(ControlFailure) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw ControlFailure(.badData, "can't read the \(name) \(path.printable(limit: 200)): \(reason)")
        }
        defer { close(descriptor) }
        var status = stat()
        if isPrivate, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o027 != 0 {
            let shown = path.printable(limit: 200)
            throw ControlFailure(
                .badData,
                "others can get at the \(name) \(shown), so its key may be known to them: make a new one with "
                    + "'agent keys new --output FILE', or if you are sure: chmod 600 \(shown)"
            )
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        // In small parts, so that a pipe is as good as a file.
        while bytes.count < 1 << 18 {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                let reason = String(cString: strerror(errno))
                throw ControlFailure(.badData, "can't read the \(name) \(path.printable(limit: 200)): \(reason)")
            }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
