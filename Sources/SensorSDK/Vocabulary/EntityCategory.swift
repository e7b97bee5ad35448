/// Where Home Assistant shows an entity; `nil` among the main values. The raw value is its word.
///
/// `config` is left out on purpose: the server takes it and then never adds the entity.
public enum EntityCategory: String, Sendable, Hashable, Codable, CaseIterable {
    case diagnostic
}
