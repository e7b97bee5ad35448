import SensorSDK
import Shared

/// One thing that a receiver never takes must not hold up for ever what is behind it.
extension WebhookLink {
    /// How many items in a row may be refused, each alone, before it is the receiver that is in trouble and not they.
    private static let mostRefused = 10

    /// Takes a batch apart that was refused again and again: half of it, until what is refused is alone. An item is given up
    /// only when one behind it is taken, since a receiver that takes nothing is to get everything later.
    func search(_ batch: Batch, _ receipt: inout Receipt) async {
        do throws(LinkFault) {
            // Whoever answers a question as he should has nothing against the key, the way, or this machine.
            try await send(Batch(), &receipt)
            if !batch.registrations.isEmpty {
                try await searchRegistrations(batch, &receipt)
            } else if let history = batch.history {
                try await searchItems(history, &receipt)
            }
            receipt.fault = nil
        } catch {
            receipt.fault = error
        }
    }

    private func searchRegistrations(_ batch: Batch, _ receipt: inout Receipt) async throws(LinkFault) {
        var orders = batch.registrations[...]
        while true {
            var part = batch
            part.registrations = Array(orders)
            part.history?.items = []
            do throws(LinkFault) { return try await send(part, &receipt) } catch {
                guard error.mayBeOfContent else { throw error }
                if orders.count > 1 {
                    orders = orders.prefix(orders.count / 2)
                } else {
                    guard error.isCertain else { throw error }
                    for order in orders { receipt.registrations[order.sensor.id] = .refused("\(error)") }
                    return
                }
            }
        }
    }

    private func searchItems(_ history: History, _ receipt: inout Receipt) async throws(LinkFault) {
        var rest = history.items[...]
        var count = rest.count
        var refused: Set<QueueSequence> = []
        while let first = rest.first {
            var part = history
            part.items = Array(rest.prefix(count))
            do throws(LinkFault) {
                try await send(Batch(history: part), &receipt)
                receipt.refusedEvents = refused
                return
            } catch {
                guard error.mayBeOfContent else { throw error }
                if count > 1 {
                    count = (count + 1) / 2
                } else {
                    refused.insert(first.sequence)
                    rest.removeFirst()
                    guard refused.count < Self.mostRefused, !rest.isEmpty else { throw error }
                }
            }
        }
    }
}

extension LinkFault {
    /// Whether it may be about what was sent rather than about who sent it, the way, or a receiver that is not there.
    var mayBeOfContent: Bool {
        switch self {
        case .declined(.malformed), .declined(.oversize), .declined(.truncated), .tooLarge, .failing, .unexpected,
            .refused:
            true
        default: false
        }
    }

    /// Whether the same bytes would get the same answer again.
    fileprivate var isCertain: Bool {
        if case .failing = self { false } else { true }
    }
}
