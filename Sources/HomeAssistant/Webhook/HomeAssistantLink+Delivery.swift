import SensorSDK
import Shared

/// The parts of a delivery. What the server refuses although the key is proven is set aside, alone; the rest goes on.
extension HomeAssistantLink {
    func register(
        _ orders: [RegistrationOrder],
        _ receipt: inout Receipt,
        _ deferred: inout LinkFault?
    ) async throws(LinkFault) {
        for order in orders {
            let id = order.sensor.id
            let description: SensorDescription
            do {
                description = try SensorDescription(order, forServer: version ?? lastVersion ?? "")
            } catch {
                receipt.registrations[id] = .refused("\(error)")
                continue
            }
            do throws(LinkFault) {
                let plaintext = try await ask(.registerSensor, description, of: [id], &receipt)
                guard let success: Success = Self.decoded(plaintext), success.success else {
                    throw .unexpected(status: 200)
                }
                receipt.registrations[id] = .accepted
                suspects.registered(id)
            } catch {
                guard let refusal = Refusal(error) else { throw error }
                // The same answers come from a server that is not itself; if it still gives a word back, it was the sensor.
                try await prove()
                if refusal.isCertain || suspects.failedToRegister(id) {
                    receipt.registrations[id] = .refused(refusal.reason(for: "description"))
                    suspects.registered(id)
                } else {
                    deferred = error
                }
            }
        }
    }

    func update(
        _ items: [StateItem],
        _ receipt: inout Receipt,
        _ deferred: inout LinkFault?
    ) async throws(LinkFault) {
        var updates: [StateUpdate] = []
        for item in items {
            do {
                updates.append(try StateUpdate(item))
            } catch {
                receipt.states[item.reading.sensor] = .refused("\(error)")
            }
        }
        for portion in suspects.portions(of: updates) {
            try await send(portion, isSearch: false, &receipt, &deferred)
            suspects.worked()
        }
    }

    /// Sends states in one request; what is refused as a whole is halved until the bad one is alone.
    ///
    /// - Parameter isSearch: Whether it is known that one of several is bad.
    private func send(
        _ updates: [StateUpdate],
        isSearch: Bool,
        _ receipt: inout Receipt,
        _ deferred: inout LinkFault?
    ) async throws(LinkFault) {
        let plaintext: [UInt8]
        do throws(LinkFault) {
            plaintext = try await ask(.updateSensorStates, updates, of: updates.map(\.sensor), &receipt)
        } catch {
            guard let refusal = Refusal(error) else { throw error }
            let isKnown = updates.count == 1 && suspects.sensors.contains(updates[0].sensor)
            if !refusal.isCertain, !isKnown, !isSearch, !suspects.failed() { throw error }
            try await prove()
            if error == .tooLarge { suspects.mostStates = max(1, min(suspects.mostStates, updates.count) / 2) }
            guard updates.count > 1 else {
                suspects.condemn(updates[0].sensor)
                receipt.states[updates[0].sensor] = .refused(refusal.reason(for: "value"))
                return
            }
            let half = updates.count / 2
            try await send(Array(updates[..<half]), isSearch: true, &receipt, &deferred)
            try await send(Array(updates[half...]), isSearch: true, &receipt, &deferred)
            return
        }
        guard let answer = StateUpdateAnswer(plaintext) else { throw .unexpected(status: 200) }
        for update in updates {
            if let outcome = answer[update.sensor] {
                receipt.states[update.sensor] = outcome
                suspects.acquit(update.sensor)
            } else {
                deferred = .unexpected(status: 200)
            }
        }
    }

    /// Each event is followed by a question with a sealed answer, since `fire_event` has none: what opens on the same
    /// connection proves that the server itself took the event before.
    func fire(_ items: [EventItem], _ receipt: inout Receipt) async throws(LinkFault) {
        for item in items {
            do throws(LinkFault) {
                if try await isRefused(item, &receipt) {
                    receipt.refusedEvents.insert(item.sequence)
                } else {
                    try await proveEvent(&receipt)
                    receipt.deliveredEvents.insert(item.sequence)
                }
            } catch {
                if error.mayHaveArrived { receipt.attemptedEvents.insert(item.sequence) }
                throw error
            }
        }
    }

    /// - Returns: Whether the event is to be given up, since one that fails for ever must not stop those behind it.
    private func isRefused(_ item: EventItem, _ receipt: inout Receipt) async throws(LinkFault) -> Bool {
        do throws(LinkFault) {
            let call = EventCall(item, deviceID: deviceID)
            let answer = try await exchange(.fireEvent, call, of: [item.event.sensor], &receipt).answer
            guard answer == .plainObject else { throw .unexpected(status: 200) }
            return false
        } catch {
            guard let refusal = Refusal(error), refusal.isCertain || item.attempt > Suspects.patience else {
                throw error
            }
            try await prove()
            return true
        }
    }

    private func proveEvent(_ receipt: inout Receipt) async throws(LinkFault) {
        let proof = try await exchange(.updateSensorStates, [String](), &receipt)
        guard case .sealed = proof.answer else { throw .keyMismatch }
        guard proof.isSameConnection else {
            throw .unreachable(.connectionBroken(host: route.base.host, detail: "between an event and its receipt"))
        }
        if !isProven { try await prove() }
    }

    private struct Success: Decodable {
        var success: Bool
    }
}

extension LinkFault {
    /// Whether the server may have done what it was asked for before this came up.
    fileprivate var mayHaveArrived: Bool {
        switch self {
        case .unreachable(.badURL), .unreachable(.nameNotFound), .unreachable(.refused), .unreachable(.untrusted),
            .unreachable(.plainHTTPNotLocal):
            false
        default: true
        }
    }
}
