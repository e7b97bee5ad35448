import SensorSDK
import Shared

/// Whether it says what the protocol asks.
extension PluginKit {
    @Sendable func saysHello() async throws(KitMiss) {
        try await with { process, hello throws(KitMiss) in
            guard (1...PluginProtocol.version).contains(hello.version) else {
                throw KitMiss("version \(hello.version) is not known here")
            }
        }
    }

    /// - Returns: Keys that are perhaps misspelt.
    @Sendable func lists() async throws(KitMiss) -> String? {
        let asides = KitAsides()
        try await with(onAside: asides.add) { process, _ throws(KitMiss) in
            let listing = try await list(process)
            if let complaint = listing.complaints.first { throw KitMiss(complaint.printable()) }
            guard !listing.sensors.isEmpty else { throw KitMiss("there is not one sensor in its list") }
        }
        return note(of: asides.unknownKeys)
    }

    private func note(of unknownKeys: [String]) -> String? {
        unknownKeys.isEmpty ? nil : unknownKeys.map { "the key \($0) means nothing here" }.joined(separator: "; ")
    }

    @Sendable func keepsIDs() async throws(KitMiss) {
        var lists: [[String]] = []
        for _ in 1...2 {
            try await with { process, _ throws(KitMiss) in
                lists.append(try await list(process).wire.values.sorted())
            }
        }
        guard lists[0] == lists[1] else { throw KitMiss("first it has \(lists[0]), then \(lists[1])") }
    }

    /// - Returns: Keys that are perhaps misspelt.
    @Sendable func readsAll() async throws(KitMiss) -> String? {
        let asides = KitAsides()
        try await with(onAside: asides.add) { process, _ throws(KitMiss) in
            let listing = try await list(process)
            let items = try await read(listing.wire.values.sorted(), process)
            for item in items {
                guard let sensor = listing.sensor(named: item.id) else { continue }
                if let fault = item.fault(for: sensor) { throw KitMiss(fault) }
            }
        }
        return note(of: asides.unknownKeys.filter { $0.hasSuffix("of a reading") })
    }

    @Sendable func readsPart() async throws(KitMiss) {
        try await with { process, _ throws(KitMiss) in
            guard let first = try await list(process).wire.values.min() else { throw KitMiss("it has no sensor") }
            _ = try await read([first], process)
        }
    }

    @Sendable func readsForeign() async throws(KitMiss) {
        try await with { process, _ throws(KitMiss) in
            guard case .read(let items) = try await process.ask(.read(["no_such_thing.nothing"])) else { return }
            if let item = items.items.first(where: { $0.value != nil }) { throw KitMiss("it gave \(item.id) a value") }
            try await process.isWell()
        }
    }

    @Sendable func watches() async throws(KitMiss) {
        let asides = KitAsides()
        try await with(onAside: asides.add) { process, hello throws(KitMiss) in
            guard hello.mode != .once else { return }
            let listing = try await list(process)
            let ids = listing.wire.values.sorted()
            _ = try await process.ask(.watch(ids))
            _ = try await read(ids, process)
            // What it notices by itself may come a moment later.
            await pause(.seconds(2))
            try await process.isWell()
            if let fault = asides.pushed.flatMap({ listing.faults(of: $0, watched: Set(ids)) }).first {
                throw KitMiss("it pushed what would be lost: \(fault)")
            }
            _ = try await process.ask(.watch([]))
            try await process.isWell()
        }
    }

    @Sendable func answersMany() async throws(KitMiss) {
        try await with { process, _ throws(KitMiss) in
            for _ in 1...50 { try await process.isWell() }
            _ = try await list(process)
        }
    }

    @Sendable func isClean() async throws(KitMiss) {
        try await with { process, _ throws(KitMiss) in
            _ = try await read(try await list(process).wire.values.sorted(), process)
            _ = try await process.ask(.bye)
            _ = try await process.end()
            if let refusal = process.refusals.first { throw KitMiss(refusal) }
        }
    }
}
