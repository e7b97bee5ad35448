import CLinux
import Glibc
import Shared

/// What a program is kept from, as it goes to the trampoline on its command line.
struct Confinement: Hashable {
    /// ``ChildCage/hidden``
    var hidden: [String]
    /// ``ChildCage/closed``
    var closed: [String]
    /// Where it works.
    var own: String
    /// It is given to the program itself where others are closed.
    var program: String
    var grants: ChildGrants

    /// What ``init(_:own:program:)`` takes again: how many words of each kind follow, and then those.
    static func words(_ cage: ChildCage?, _ grants: ChildGrants) -> [String] {
        guard let cage else { return ["none"] }
        let lists = [cage.hidden, cage.closed, grants.readable.sorted(), grants.writable.sorted()]
        return [grants.network ? "network" : "apart"] + lists.map { "\($0.count)" } + lists.flatMap(\.self)
    }

    /// Takes its words off the front of the arguments.
    ///
    /// - Returns: `nil` for a program that may do what its user may, and when the words are none of these.
    init?(_ words: inout ArraySlice<String>, own: String, program: (ArraySlice<String>) -> String?) {
        guard let kind = words.popFirst(), kind != "none" else { return nil }
        let counts = words.prefix(4).compactMap { Int($0) }
        words = words.dropFirst(4)
        guard counts.count == 4, counts.allSatisfy({ $0 >= 0 }), counts.reduce(0, +) < words.count else { return nil }
        var lists: [[String]] = []
        for count in counts {
            lists.append(Array(words.prefix(count)))
            words = words.dropFirst(count)
        }
        guard let program = program(words) else { return nil }
        hidden = lists[0]
        closed = lists[1]
        self.own = own
        self.program = program
        grants = ChildGrants(readable: Set(lists[2]), writable: Set(lists[3]), network: kind == "network")
    }

    /// Puts this process under it, for good. What the kernel does not have keeps nothing apart.
    func enter() throws(ChildStepError) {
        try Landlock.enter(self)
        guard !grants.network else { return }
        let result = forbid_network()
        guard [0, -EINVAL, -ENOSYS].contains(result) else { throw ChildStepError("do without the network", -result) }
    }
}
