/// Points in time in numbers.
enum ForeignTime {
    /// From 2000 to 2100, since 1970: what lies outside is no date.
    static let seconds = 946_684_800.0...4_102_444_800.0
}
