import SensorSDK
import Shared

/// Follows what happens to the interfaces that are offered and tells of it, at once and then at most once a second: a
/// cable that flaps must flood nobody.
actor NetworkWatch {
    /// What is told of an interface that changes. The counters change all the time.
    private struct Seen: Equatable {
        var name: String
        var parent: String?
        var permanentAddress: [UInt8]?
        var isWantedUp: Bool
        var hasCarrier: Bool
        var operationalState: NetworkLink.OperationalState

        init(_ link: NetworkLink) {
            name = link.name
            parent = link.parent
            permanentAddress = link.permanentAddress
            isWantedUp = link.isWantedUp
            hasCarrier = link.hasCarrier
            operationalState = link.operationalState
        }

        func isSameThing(as other: Seen) -> Bool {
            (name, parent, permanentAddress) == (other.name, other.parent, other.permanentAddress)
        }
    }

    private struct Pending {
        var list = false
        var all = false
        var ids: Set<SensorID> = []

        var isEmpty: Bool { !list && !all && ids.isEmpty }
    }

    private static let pause = Duration.seconds(1)

    private let named: Set<String>
    private let memory: NetworkMemory
    private let continuation: AsyncStream<ProviderChange>.Continuation
    private let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private var seen: [Int32: Seen]
    private var pending = Pending()

    /// Learns at once what is there now, so that whatever happens from then on is news.
    ///
    /// - Parameters:
    ///   - named: Interfaces that the owner asked for by name.
    ///   - continuation: Where to tell it; what it can't take now is kept for later.
    init(
        named: Set<String>,
        _ memory: NetworkMemory,
        telling continuation: AsyncStream<ProviderChange>.Continuation
    ) {
        self.named = named
        self.memory = memory
        self.continuation = continuation
        seen = Self.look(named, [:])
    }

    /// Follows both to their end.
    func run(_ changes: AsyncStream<NetworkChanges>, _ notices: AsyncStream<DeviceNotice>) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await change in changes { await self.add(change) }
            }
            group.addTask {
                for await notice in notices { await self.add(notice) }
            }
            group.addTask { await self.tell() }
            await group.next()
            await group.next()
            // Only the teller is left.
            group.cancelAll()
        }
        tellPending()
        continuation.finish()
    }

    private func add(_ changes: NetworkChanges) {
        if changes.isOverrun {
            seen = Self.look(named, seen)
            (pending.list, pending.all) = (true, true)
        }
        for index in changes.gone where seen.removeValue(forKey: index) != nil {
            pending.list = true
            add(NetworkReading.allCases, of: index)
            memory.forget(index)
        }
        for link in changes.links.values where Self.concerns(link, named, seen) {
            let now = Seen(link)
            let before = seen.updateValue(now, forKey: link.index)
            guard now != before else { continue }
            if before?.isSameThing(as: now) != true { (pending.list, pending.all) = (true, true) }
            add(NetworkReading.followingState, of: link.index)
        }
        for index in changes.addresses where seen[index] != nil {
            add(NetworkReading.followingAddresses, of: index)
        }
        // Its words are fit for an id.
        if changes.hasRoutes, let id = try? NetworkReading.defaultInterface.id(of: NetworkInterfaces.machine) {
            pending.ids.insert(id)
        }
        if !pending.isEmpty { signal.yield() }
    }

    /// udev tells of a card's slot later than netlink of the card.
    private func add(_ notice: DeviceNotice) {
        if case .happened(let action, let device) = notice {
            let isNamed = device.properties["INTERFACE"].map(named.contains) == true
            guard ["add", "remove", "move"].contains(action), isNamed || Offering.mayInclude(device) else { return }
        }
        (pending.list, pending.all) = (true, true)
        signal.yield()
    }

    private func add(_ readings: [NetworkReading], of index: Int32) {
        guard let thing = memory.thing(of: index) else { return }
        // The part was fit for an id when it was listed.
        pending.ids.formUnion(readings.compactMap { try? $0.id(of: thing) })
    }

    /// What there is now.
    private static func look(_ named: Set<String>, _ seen: [Int32: Seen]) -> [Int32: Seen] {
        // Without netlink there is nothing to learn, and udev alone tells.
        let links = (try? Current.networkLinks.links()) ?? []
        return Dictionary(
            links.filter { concerns($0, named, seen) }.map { ($0.index, Seen($0)) },
            uniquingKeysWith: { $1 }
        )
    }

    private static func concerns(_ link: NetworkLink, _ named: Set<String>, _ seen: [Int32: Seen]) -> Bool {
        named.contains(link.name) || seen[link.index] != nil || Offering.includes(link) != false
    }

    private func tell() async {
        let clock = Current.clock
        for await _ in signals {
            tellPending()
            // A sleep that fails was cancelled: nobody listens any more.
            guard (try? await clock.sleep(for: Self.pause)) != nil else { return }
        }
    }

    private func tellPending() {
        let told = pending
        pending = Pending()
        if told.list, !yield(.listAgain) { pending.list = true }
        if told.all {
            if !yield(.readAgain(nil)) { pending.all = true }
        } else if !told.ids.isEmpty, !yield(.readAgain(told.ids)) {
            pending.ids = told.ids
        }
        if !pending.isEmpty { signal.yield() }
    }

    private func yield(_ change: ProviderChange) -> Bool {
        if case .dropped = continuation.yield(change) { return false }
        return true
    }
}
