/// A list of which one bad item costs only itself.
public struct PluginItems<Item: Codable & Sendable & Hashable>: Sendable, Hashable {
    public var items: [Item]
    /// What is wrong with the others, with their place in the list.
    public var faults: [String]

    public init(_ items: [Item], faults: [String] = []) {
        self.items = items
        self.faults = faults
    }

    private struct Attempt: Decodable {
        let result: Result<Item, any Error>

        init(from decoder: any Decoder) {
            result = Result { try Item(from: decoder) }
        }
    }
}

extension PluginItems: Codable {
    public init(from decoder: any Decoder) throws {
        items = []
        faults = []
        for (index, attempt) in try [Attempt](from: decoder).enumerated() {
            switch attempt.result {
            case .success(let item): items.append(item)
            case .failure(let error): faults.append("item \(index + 1): \(PluginLine.text(of: error))")
            }
        }
    }

    public func encode(to encoder: any Encoder) throws {
        try items.encode(to: encoder)
    }
}
