import FoundationEssentials

/// JSON as it goes over the wire: keys sorted, no blanks, slashes as they are.
package enum SortedJSON {
    /// - Parameter value: Made of our own types, whose numbers were checked to be finite.
    package static func encode(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(value))
        } catch {
            preconditionFailure("a value of our own can't be written as JSON")
        }
    }
}
