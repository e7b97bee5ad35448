/// What the host asks of a plugin; one line each, and each gets exactly one answer before the next one is asked.
public enum PluginRequest: Sendable, Hashable {
    /// Always the first line.
    public struct Hello: Sendable, Hashable, Codable {
        /// The highest version that the host speaks.
        public var version: Int
        /// The agent's own version.
        public var agent: String
        /// First part of the ids of all sensors of this plugin.
        public var family: String
        /// What the owner named for this plugin.
        public var sources: [String]

        private enum CodingKeys: String, CodingKey {
            case agent, family, sources
            case version = "protocol"
        }

        public init(version: Int = PluginProtocol.version, agent: String, family: String, sources: [String] = []) {
            self.version = version
            self.agent = agent
            self.family = family
            self.sources = sources
        }
    }

    case hello(Hello)
    /// All sensors, wherever they are enabled.
    case list
    /// Exactly these.
    case read([String])
    /// From now on these may be pushed, and nothing else; none ends it.
    case watch([String])
    /// Whether it is well.
    case health
    /// The process shall end.
    case bye
    /// A request of a later version; it is answered with an error.
    case other(String)
}

extension PluginRequest: Codable {
    private enum CodingKeys: String, CodingKey {
        case request, ids
    }

    /// The word on the wire, which the answer repeats.
    public var word: String {
        switch self {
        case .hello: "hello"
        case .list: "list"
        case .read: "read"
        case .watch: "watch"
        case .health: "health"
        case .bye: "bye"
        case .other(let word): word
        }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let word = try container.decode(String.self, forKey: .request)
        switch word {
        case "hello": self = .hello(try Hello(from: decoder))
        case "list": self = .list
        case "read": self = .read(try container.decode([String].self, forKey: .ids))
        case "watch": self = .watch(try container.decode([String].self, forKey: .ids))
        case "health": self = .health
        case "bye": self = .bye
        default: self = .other(word)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(word, forKey: .request)
        switch self {
        case .hello(let hello): try hello.encode(to: encoder)
        case .read(let ids), .watch(let ids): try container.encode(ids, forKey: .ids)
        case .list, .health, .bye, .other: break
        }
    }
}
