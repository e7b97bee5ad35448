/// In which order device events must be told.
package struct FixtureOrder: Sendable, Decodable {
    /// One event, as far as the case tells it from others.
    package struct Step: Sendable, Hashable, Decodable {
        /// `added`
        package var event: String?
        /// The kernel's path.
        package var device: String?
        package var name: String?

        private enum CodingKeys: String, CodingKey {
            case event, device, name
        }

        package init(event: String? = nil, device: String? = nil, name: String? = nil) {
            self.event = event
            self.device = device
            self.name = name
        }

        package init(from decoder: any Decoder) throws {
            // Fails for a text, which is the other form.
            if let container = try? decoder.container(keyedBy: CodingKeys.self) {
                event = try container.decodeIfPresent(String.self, forKey: .event)
                device = try container.decodeIfPresent(String.self, forKey: .device)
                name = try container.decodeIfPresent(String.self, forKey: .name)
            } else {
                let container = try decoder.singleValueContainer()
                guard let step = Step(try container.decode(String.self)) else {
                    throw DecodingError.dataCorruptedError(in: container, debugDescription: "no order of events")
                }
                self = step
            }
            guard self != Step() else {
                throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no event"))
            }
        }

        /// `added`, `added ACME Phone`, `added /devices/…`, `/devices/…/added`
        private init?(_ text: String) {
            let actions = ["added", "removed", "changed"]
            if text.hasPrefix("/"), let slash = text.lastIndex(of: "/"),
                actions.contains(String(text[text.index(after: slash)...]))
            {
                self.init(event: String(text[text.index(after: slash)...]), device: String(text[..<slash]))
                return
            }
            guard let action = actions.first(where: text.hasPrefix) else { return nil }
            let rest = text.dropFirst(action.count).drop { $0 == ":" || $0 == " " || $0 == "@" }
            if rest.isEmpty {
                self.init(event: action)
            } else if rest.hasPrefix("/") {
                self.init(event: action, device: String(rest))
            } else {
                self.init(event: action, name: String(rest))
            }
        }
    }

    /// `nil`: the order of the case's expectations.
    package let steps: [Step]?

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Fails for a list, which is the other form.
        if let isAsExpected = try? container.decode(Bool.self) {
            steps = isAsExpected ? nil : []
        } else {
            steps = try container.decode([Step].self)
        }
    }
}
