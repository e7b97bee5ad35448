/// What a plugin says: an answer, or something that it pushes while it watches.
public enum PluginMessage: Sendable, Hashable {
    /// Who the plugin is.
    public struct Hello: Sendable, Hashable, Codable {
        /// The version that both ends then speak: at most that of the request.
        public var version: Int
        /// What people call the plugin.
        public var name: String?
        /// The plugin's own version.
        public var pluginVersion: String?
        /// ``PluginMode/stay`` if left out.
        public var mode: PluginMode?

        private enum CodingKeys: String, CodingKey {
            case name, mode
            case version = "protocol"
            case pluginVersion = "version"
        }

        public init(
            version: Int = PluginProtocol.version,
            name: String? = nil,
            pluginVersion: String? = nil,
            mode: PluginMode? = nil
        ) {
            self.version = version
            self.name = name
            self.pluginVersion = pluginVersion
            self.mode = mode
        }
    }

    case hello(Hello)
    case list(PluginItems<PluginSensor>)
    case read(PluginItems<PluginReading>)
    case watch
    /// With a word about it for people.
    case health(String?)
    case bye
    /// The answer to a request that can't be carried out.
    case error(String)

    /// Pushed: outcomes of watched sensors.
    case readings(PluginItems<PluginReading>)
    /// Pushed: these, or all (`nil`), have news.
    case readAgain([String]?)
    /// Pushed: sensors came, went or are described anew.
    case listAgain
    /// Pushed: something happened to a watched sensor's thing.
    case happened(PluginEvent)

    /// Whether it answers a request of this word; an error answers each.
    public func answers(_ request: PluginRequest) -> Bool {
        switch (self, request) {
        case (.hello, .hello), (.list, .list), (.read, .read), (.watch, .watch), (.health, .health), (.bye, .bye): true
        case (.error, _): true
        default: false
        }
    }

    /// Whether it needs no request.
    public var isPushed: Bool {
        switch self {
        case .readings, .readAgain, .listAgain, .happened: true
        case .hello, .list, .read, .watch, .health, .bye, .error: false
        }
    }
}

extension PluginMessage: Codable {
    private enum CodingKeys: String, CodingKey {
        case answer, push, sensors, readings, text, ids, event
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func wrong(_ key: CodingKeys, _ word: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: container, debugDescription: "'\(word)' is not known")
        }
        if let word = try container.decodeIfPresent(String.self, forKey: .push) {
            switch word {
            case "readings":
                self = .readings(try container.decode(PluginItems<PluginReading>.self, forKey: .readings))
            case "read_again": self = .readAgain(try container.decodeIfPresent([String].self, forKey: .ids))
            case "list_again": self = .listAgain
            case "event": self = .happened(try container.decode(PluginEvent.self, forKey: .event))
            default: throw wrong(.push, word)
            }
            return
        }
        let word = try container.decode(String.self, forKey: .answer)
        switch word {
        case "hello": self = .hello(try Hello(from: decoder))
        case "list": self = .list(try container.decode(PluginItems<PluginSensor>.self, forKey: .sensors))
        case "read": self = .read(try container.decode(PluginItems<PluginReading>.self, forKey: .readings))
        case "watch": self = .watch
        case "health": self = .health(try container.decodeIfPresent(String.self, forKey: .text))
        case "bye": self = .bye
        case "error": self = .error(try container.decodeIfPresent(String.self, forKey: .text) ?? "")
        default: throw wrong(.answer, word)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .hello(let hello):
            try container.encode("hello", forKey: .answer)
            try hello.encode(to: encoder)
        case .list(let sensors):
            try container.encode("list", forKey: .answer)
            try container.encode(sensors, forKey: .sensors)
        case .read(let readings):
            try container.encode("read", forKey: .answer)
            try container.encode(readings, forKey: .readings)
        case .watch: try container.encode("watch", forKey: .answer)
        case .health(let text):
            try container.encode("health", forKey: .answer)
            try container.encodeIfPresent(text, forKey: .text)
        case .bye: try container.encode("bye", forKey: .answer)
        case .error(let text):
            try container.encode("error", forKey: .answer)
            try container.encode(text, forKey: .text)
        case .readings(let readings):
            try container.encode("readings", forKey: .push)
            try container.encode(readings, forKey: .readings)
        case .readAgain(let ids):
            try container.encode("read_again", forKey: .push)
            try container.encodeIfPresent(ids, forKey: .ids)
        case .listAgain: try container.encode("list_again", forKey: .push)
        case .happened(let event):
            try container.encode("event", forKey: .push)
            try container.encode(event, forKey: .event)
        }
    }
}
