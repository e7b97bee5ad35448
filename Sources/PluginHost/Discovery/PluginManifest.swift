import FoundationEssentials
import Shared

/// What a plugin's author declares beside it, in `<name>.json`; all of it is optional.
struct PluginManifest: Sendable, Hashable, Decodable {
    var name: String?
    var version: String?
    var licence: String?
    var reveals: [String]?
    var needs: [String]?
    /// Whole paths of what it wants to open where it could not.
    private var read: [String]?
    /// Whole paths of what it wants to change.
    private var write: [String]?
    private var network: Bool?
    /// Keys of it that mean nothing, each with where it is.
    private(set) var unknownKeys: [String] = []

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case name, version, licence, reveals, needs, read, write, network
    }

    /// What it may do only if its owner allows it.
    var asks: ChildGrants {
        ChildGrants(readable: Set(read ?? []), writable: Set(write ?? []), network: network ?? false)
    }

    /// - Returns: `nil` when there is none.
    /// - Throws: ``TrustError`` when others could change it, or it can't be understood: what it asks for is not known then.
    static func load(beside plugin: String, rule: TrustRule) throws(TrustError) -> PluginManifest? {
        let stem = plugin.split(separator: "/").last?.prefix { $0 != "." } ?? ""
        guard let slash = plugin.lastIndex(of: "/") else { return nil }
        return try load("\(plugin[..<slash])/\(stem).json", rule: rule)
    }

    /// - Parameter path: Of the manifest itself.
    static func load(_ path: String, rule: TrustRule) throws(TrustError) -> PluginManifest? {
        guard TrustRule.isThere(path) else { return nil }
        guard let bytes = try rule.open(path).content(limit: 65536) else {
            throw .unreadable(path, reason: "over 64 KiB")
        }
        var manifest: PluginManifest
        do {
            manifest = try JSONDecoder().decode(PluginManifest.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw .badManifest(path, error.place)
        } catch {
            throw .badManifest(path, "it is no JSON")
        }
        do throws(GrantError) {
            for (key, paths) in [("read", manifest.read ?? []), ("write", manifest.write ?? [])] {
                try GrantError.check(paths, of: key)
            }
        } catch {
            throw .badManifest(path, error.description)
        }
        manifest.unknownKeys = UnknownKeys.inManifest(bytes, known: Set(CodingKeys.allCases.map(\.rawValue)))
        return manifest
    }
}

extension DecodingError {
    private static func wish(_ type: any Any.Type, isItem: Bool) -> String {
        if isItem { return "a list of texts" }
        return if type == Bool.self { "true or false" } else if type == String.self { "a text" } else {
            "a list of texts"
        }
    }

    /// Which key is wrong, for people.
    fileprivate var place: String {
        switch self {
        case .typeMismatch(let type, let context) where !context.codingPath.isEmpty,
            .valueNotFound(let type, let context) where !context.codingPath.isEmpty:
            "'\(context.codingPath.first?.stringValue ?? "")' must be \(Self.wish(type, isItem: context.codingPath.count > 1))"
                .printable(limit: 120)
        default: "it is no JSON object"
        }
    }
}
