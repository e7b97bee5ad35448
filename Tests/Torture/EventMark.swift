/// Where an event stands among all of a run; its id says so.
struct EventMark: Hashable, Comparable, CustomStringConvertible {
    var life: Int
    /// Counts the events of a life.
    var number: Int

    init(life: Int, number: Int) {
        self.life = life
        self.number = number
    }

    init?(id: some StringProtocol) {
        guard id.count == 32, let life = Int(id.prefix(16), radix: 16), let number = Int(id.suffix(16), radix: 16)
        else { return nil }
        self.init(life: life, number: number)
    }

    /// 32 hexadecimal digits
    var id: String { Self.digits(life) + Self.digits(number) }

    var description: String { "event \(number) of life \(life)" }

    static func < (left: EventMark, right: EventMark) -> Bool {
        (left.life, left.number) < (right.life, right.number)
    }

    private static func digits(_ number: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }
}
