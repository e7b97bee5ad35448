/// What one check of the conformance kit came to.
package struct KitResult: Sendable, Hashable, Codable {
    /// What a plugin must do.
    package var check: String
    /// Why it does not; `nil` when it does.
    package var miss: String?
    /// What was left out of the check and why, or what its author should look at; `nil` when there is nothing to say.
    package var note: String?

    package var isPassed: Bool { miss == nil }
}
