import SensorSDK
import Shared

/// Labels and tags in ids and names.
enum ForeignLabels {
    private static let secretBeginnings = ["mac", "serial"]
    private static let secretNames = ["uuid", "wwn", "lun_id"]

    /// Whether a label, or a field, says which one a person's hardware is.
    static func isSecret(_ key: String) -> Bool {
        let key = key.lowercased()
        return secretBeginnings.contains { key.hasPrefix($0) } || secretNames.contains(key)
    }

    /// A part of an id: what people can read of the values, and digits, since two sets of labels can have the same values
    /// under other names. What identifies hardware goes only into the digits, which are salted then.
    ///
    /// - Parameters:
    ///   - labels: In the order of their keys.
    ///   - first: What stands before them.
    static func part(
        of labels: [(key: String, value: String)],
        behind first: String? = nil,
        context: ProviderContext
    ) -> String {
        let beginning = first.map { [$0] } ?? []
        let shown = (beginning + labels.filter { !isSecret($0.key) }.map(\.value)).joined(separator: "_")
        let whole = (beginning + labels.map { "\($0.key)=\($0.value)" }).joined(separator: ",")
        let isPlain = !labels.contains { isSecret($0.key) }
        let digits = isPlain ? context.digits(of: whole) : String(context.id(for: whole).prefix(SaltChange.fewDigits))
        return "\(context.part(from: shown.lowercased()).prefix(33))_\(digits)"
    }

    /// The labels in a name, which servers learn: of what identifies hardware digits of its salted hash.
    static func shown(_ labels: [(key: String, value: String)], context: ProviderContext) -> [String] {
        labels.map { "\($0.key)=\(shown($0.value, of: $0.key, context: context))" }
    }

    static func shown(_ value: String, of key: String, context: ProviderContext) -> String {
        isSecret(key) ? String(context.id(for: value).prefix(6)) : value
    }
}
