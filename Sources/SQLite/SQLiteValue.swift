/// What a column of SQLite can hold.
package enum SQLiteValue: Sendable, Hashable {
    case integer(Int64)
    /// Finite; SQLite would store NaN as NULL.
    case real(Double)
    case text(String)
    case blob([UInt8])
    case null

    package init(_ text: String?) {
        self = text.map(SQLiteValue.text) ?? .null
    }

    package init(_ number: Int64?) {
        self = number.map(SQLiteValue.integer) ?? .null
    }

    package init(_ number: Double?) {
        self = number.map(SQLiteValue.real) ?? .null
    }

    package init(_ flag: Bool) {
        self = .integer(flag ? 1 : 0)
    }
}
