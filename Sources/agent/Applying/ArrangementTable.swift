import INI

/// Every key of a file for `agent apply`; its reader and the manual page are made from this.
enum ArrangementTable {
    static let sections = [
        FileSection(heading: "", keys: general), FileSection(heading: "[server NAME]", keys: server),
        FileSection(heading: "[sources]", keys: sources), FileSection(heading: "[intervals]", keys: intervals),
        FileSection(heading: "[plugins]", keys: plugins),
    ]

    static let general = [
        FileSection.Key(
            INIKey(
                "exclusive",
                "yes|no",
                help: """
                    With yes, all that the file does not name goes: servers are removed, with their keys; for the servers that it \
                    names, other sensors are disabled; other sources are taken back; other intervals are left to the families \
                    again. Without it, only what the file names is changed.
                    """
            )
        )
    ]

    static let server = [
        FileSection.Key(
            INIKey(
                "url",
                "URL",
                help: "Where the server is. A server that is registered elsewhere is looked for here from now on."
            )
        ),
        FileSection.Key(
            INIKey(
                "kind",
                "KIND",
                help: "homeassistant or webhook, for the registration alone. Without it, homeassistant."
            )
        ),
        FileSection.Key(
            INIKey(
                "device-name",
                "NAME",
                help: "What the server calls this machine, for the registration alone. Without it, the host's name."
            )
        ),
        FileSection.Key(
            INIKey(
                "token-file",
                "PATH",
                help: """
                    A file with a long-lived access token, for the registration alone. Whoever runs the command must be able to \
                    read it, and besides root nobody but a group of your choice: one that others can read is refused. The \
                    daemon gets the token, and never the path. Once the machine is registered the file is not opened any more and may go.
                    """
            )
        ),
        FileSection.Key(
            INIKey(
                "token-credential",
                "NAME",
                help: """
                    The same from a systemd credential of the service, which the daemon reads itself; of a webhook receiver it \
                    holds the line of the key file. Only root may have it used, since it would be sent to whatever url says.
                    """
            )
        ),
        FileSection.Key(
            INIKey(
                "key-file",
                "PATH",
                help: "Of a webhook receiver: the file that 'agent keys new' wrote. As token-file."
            )
        ),
        FileSection.Key(
            INIKey("external-url", "URL|none", help: "Where it is for a machine that is elsewhere (https).")
        ),
        FileSection.Key(
            INIKey("ca-file", "PATH|none", help: "Certificates (PEM) that are trusted besides the machine's own.")
        ),
        FileSection.Key(
            INIKey(
                "pin",
                "KEYS|none",
                help: "Public keys, sha256//BASE64 joined by ';': the server must have one of them, too."
            )
        ),
        FileSection.Key(
            INIKey(
                "client-certificate",
                "PATH|none",
                help:
                    "Certificate and private key (PEM, both in one file) that this machine shows. Closed to others, as token-file."
            )
        ),
        FileSection.Key(
            INIKey("proxy", "URL|none", help: "An http, https, socks5 or socks5h proxy for https, without a password.")
        ),
        FileSection.Key(
            INIKey(
                "proxy-file",
                "PATH|none",
                help: "The same from a file that is closed to others, for a URL with a password."
            )
        ),
        FileSection.Key(
            INIKey(
                "plain-http",
                "yes|no",
                help: "Whether plain http may leave the local network. Without it, it may not."
            )
        ),
        FileSection.Key(
            INIKey(
                "sensor",
                "PATTERN",
                help: """
                    Sensors that are enabled for this server: an id, a family, or a glob; any number of these lines. A pattern \
                    stands for the sensors that exist when the file is applied; what reveals something about you is enabled only \
                    by its full id. One that fits no sensor of this machine is an error.
                    """
            )
        ),
        FileSection.Key(
            INIKey(
                "optional-sensor",
                "PATTERN",
                help: "The same, but it is no error that this machine has no such sensor."
            )
        ),
        FileSection.Key(
            INIKey("exclusive", "yes|no", help: "With yes, all other sensors are disabled for this server.")
        ),
    ]

    static let sources = [
        FileSection.Key(
            INIKey(
                "*",
                "SOURCE",
                help: """
                    What 'agent sensors add FAMILY SOURCE' would name, such as storage = /mnt/nas; any number of these lines.
                    """
            ),
            variable: "FAMILY"
        )
    ]

    static let intervals = [
        FileSection.Key(
            INIKey("*", "TIME", help: "How often this sensor is read. A sensor that this machine lacks is left out."),
            variable: "ID"
        )
    ]

    static let plugins = [
        FileSection.Key(
            INIKey(
                "*",
                "network|read PATH|write PATH",
                help: """
                    What a plugin may do of what it asks for in its manifest, as 'agent plugins' shows it; any number of these \
                    lines. A plugin that asks for more than is allowed here is not enabled.
                    """
            ),
            variable: "PLUGIN"
        )
    ]
}
