/// What two programs say of one machine, by the name of what it is about.
struct ToolValues {
    private(set) var texts: [String: String] = [:]

    /// Takes down a number, a word, or why there is none; `#2` and so on follow names that come again.
    mutating func add(_ name: String, _ text: String) {
        texts[name] = text
    }

    /// Where the two differ, in the order of the names: `nct6798-isa-0290 temp2: 127.0, ours implausible`.
    ///
    /// - Parameter tolerance: How far two numbers may be apart, by what they are about.
    static func differences(theirs: ToolValues, ours: ToolValues, tolerance: (String) -> Double) -> [String] {
        Set(theirs.texts.keys).union(ours.texts.keys).sorted().compactMap { name in
            let (their, our) = (theirs.texts[name], ours.texts[name])
            if their == our { return nil }
            if let left = their.flatMap(Double.init), let right = our.flatMap(Double.init),
                abs(left - right) <= tolerance(name)
            {
                return nil
            }
            return "\(name): \(their ?? "nothing"), ours \(our ?? "nothing")"
        }
    }
}
