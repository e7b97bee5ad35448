import SensorSDK
import Shared
import Synchronization

/// What is known of the interfaces from one look to the next, so that each card is asked once for what does not change.
final class NetworkMemory: Sendable {
    /// A number is not given twice, but a card may change its name.
    private struct Key: Hashable {
        var index: Int32
        var name: String
        var parent: String?
        var permanentAddress: [UInt8]?

        init(_ link: NetworkLink) {
            index = link.index
            name = link.name
            parent = link.parent
            permanentAddress = link.permanentAddress
        }
    }

    private struct State {
        var facts: [Key: InterfaceFacts] = [:]
        /// By path below `/sys/devices`, where there is no netlink.
        var factsInFiles: [String: InterfaceFacts] = [:]
        /// udev's `ID_PATH` by path, of those that udev has told of.
        var slots: [String: String?] = [:]
        var things: [Int32: String] = [:]
    }

    private let state = Mutex(State())

    /// - Parameters:
    ///   - areFilesForeign: Whether to keep also what was made without files.
    ///   - make: Called for an interface that was not seen before.
    func facts(
        of link: NetworkLink,
        areFilesForeign: Bool,
        make: () throws(UnavailableReason) -> InterfaceFacts
    ) throws(UnavailableReason) -> InterfaceFacts {
        let key = Key(link)
        if let known = state.withLock({ $0.facts[key] }) { return known }
        let facts = try make()
        if facts.isInFiles || areFilesForeign { state.withLock { $0.facts[key] = facts } }
        return facts
    }

    /// Of an interface that only files tell of, by its path: as they told last where they can't be read now.
    func facts(
        ofPath path: String,
        make: () throws(UnavailableReason) -> InterfaceFacts
    ) throws(UnavailableReason) -> InterfaceFacts {
        do throws(UnavailableReason) {
            let facts = try make()
            state.withLock { $0.factsInFiles[path] = facts }
            return facts
        } catch {
            guard let known = state.withLock({ $0.factsInFiles[path] }) else { throw error }
            return known
        }
    }

    /// Whether these facts are kept.
    func isKnown(_ facts: InterfaceFacts) -> Bool {
        facts.isInFiles || state.withLock { $0.facts.values.contains { $0.path == facts.path } }
    }

    /// udev's word on a path; `nil` when it was not asked yet or had not come to it.
    func slot(of path: String) -> String?? {
        state.withLock { $0.slots[path] }
    }

    func remember(slots: [String: String?]) {
        state.withLock { $0.slots.merge(slots) { $1 } }
    }

    /// The middle part of an interface's ids, as the last look found it.
    func thing(of index: Int32) -> String? {
        state.withLock { $0.things[index] }
    }

    /// - Parameter links: All that are there now.
    func remember(things: [Int32: String], among links: [NetworkLink]) {
        let present = Set(links.map { Key($0) })
        state.withLock { state in
            state.facts = state.facts.filter { present.contains($0.key) }
            let paths = Set(state.facts.values.map(\.path))
            state.slots = state.slots.filter { paths.contains($0.key) }
            // One that just went is still asked about.
            state.things.merge(things) { $1 }
        }
    }

    func forget(_ index: Int32) {
        state.withLock { _ = $0.things.removeValue(forKey: index) }
    }
}
