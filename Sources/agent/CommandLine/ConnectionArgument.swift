import Daemon
import Shared

/// What the command line says of how a server is reached and trusted: options of `servers add`, settings of `servers set`.
enum ConnectionArgument {
    static let options = [
        OptionSpecification(
            "--ca-file",
            "FILE",
            valueKind: .files,
            help: "certificates (PEM) to trust for this server besides the machine's own"
        ),
        OptionSpecification(
            "--pin",
            "KEYS",
            help: "public keys, sha256//BASE64 joined by ';': the server must have one of them, too"
        ),
        OptionSpecification(
            "--client-certificate",
            "FILE",
            valueKind: .files,
            help: "certificate and private key (PEM, both in FILE) that this machine shows"
        ),
        OptionSpecification("--proxy", "URL", help: "an http, https, socks5 or socks5h proxy for https"),
        OptionSpecification(
            "--proxy-file",
            "FILE",
            valueKind: .files,
            help: "the same read from FILE, for a URL with a password"
        ),
    ]

    /// The same for `servers set`.
    static let settings = options.map {
        OptionSpecification(
            String($0.name.dropFirst(2)),
            $0.placeholder,
            valueKind: $0.valueKind,
            help: $0.help + "; 'none' takes it away"
        )
    }

    /// - Parameters:
    ///   - word: As in ``options``, without the dashes.
    ///   - value: `nil` takes the setting away.
    /// - Returns: `nil` for a word that says something else.
    static func setting(_ word: String, _ value: String?) throws(ControlFailure) -> ConnectionSetting? {
        switch word {
        case "ca-file": .certificates(try text(of: value, called: "certificate file"))
        case "pin": .pinnedKeys(value)
        case "client-certificate":
            .clientCertificate(
                try text(of: value, called: "client certificate", remedy: "have a new one made").map { Secret($0) }
            )
        case "proxy": .proxy(try value.map(plainProxy))
        case "proxy-file":
            .proxy(try text(of: value, called: "proxy file", remedy: "choose a new password").flatMap(firstLine))
        default: nil
        }
    }

    static func settings(of invocation: Invocation) throws -> ConnectionSettings {
        var settings = ConnectionSettings()
        for option in options {
            guard let value = invocation.value(of: option.name),
                let setting = try setting(String(option.name.dropFirst(2)), value)
            else { continue }
            do {
                try settings.set(setting)
            } catch {
                throw ControlFailure(.badData, "\(option.name): \(error)")
            }
        }
        return settings
    }

    private static func text(
        of path: String?,
        called name: String,
        remedy: String? = nil
    ) throws(ControlFailure) -> String? {
        guard let path else { return nil }
        return try TokenReader.file(path, called: name, remedy: remedy)
    }

    private static func firstLine(_ text: String) -> Secret? {
        text.split(whereSeparator: \.isNewline).first.map { Secret(String($0.filter { !$0.isWhitespace })) }
    }

    /// Everybody on the machine can read the arguments of a program.
    private static func plainProxy(_ url: String) throws(ControlFailure) -> Secret {
        guard !url.contains("@") else {
            throw ControlFailure(
                .usage,
                "a URL with a password does not belong on a command line; put it into a file: proxy-file FILE"
            )
        }
        return Secret(url)
    }
}
