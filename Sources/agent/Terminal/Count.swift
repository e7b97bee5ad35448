/// Numbers of things, in words.
enum Count {
    /// `1 sensor`, `2 sensors`
    static func of(_ number: Int, _ thing: String) -> String {
        number == 1 ? "1 \(thing)" : "\(number) \(thing)s"
    }
}
