/// What came of one line that was typed, for a person: a table and lines below it.
package struct TalkAnswer: Sendable {
    /// Empty when there is no table.
    package var header: [String] = []
    package var rows: [[String]] = []
    package var notes: [String] = []
    /// Whether there is no sense in asking on: it did not say hello, or it has ended without being asked to.
    package var isLast = false

    init(_ notes: String...) {
        self.notes = notes
    }
}
