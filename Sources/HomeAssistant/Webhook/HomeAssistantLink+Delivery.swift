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
            try await keepPace()
            do throws(LinkFault) {
                try await register(id, description, &receipt)
            } catch {
                guard let refusal = Refusal(error) else { throw error }
                // The same answers come from a server that is not itself; if it still gives a word back, it was the sensor.
                try await prove()
                if !refusal.isCertain, !suspects.failedToRegister(id) {
                    deferred = error
                } else if try await !isTakenNow(
                    refusal,
                    { () throws(LinkFault) in
                        try await register(id, description, &receipt)
                    }
                ) {
                    receipt.registrations[id] = .refused(refusal.reason(for: "description"))
                    suspects.registered(id)
                }
            }
        }
    }

    private func keepPace() async throws(LinkFault) {
        let pause = pace.take(at: Current.sinceBoot())
        guard pause > .zero else { return }
        do {
            try await Current.clock.sleep(for: pause)
        } catch {
            throw .unreachable(.cancelled)
        }
    }

    private func register(
        _ id: SensorID,
        _ description: SensorDescription,
        _ receipt: inout Receipt
    ) async throws(LinkFault) {
        let plaintext = try await ask(.registerSensor, description, of: [id], &receipt)
        guard let success: Success = Self.decoded(plaintext), success.success else { throw .unexpected(status: 200) }
        receipt.registrations[id] = .accepted
        suspects.registered(id)
    }

    /// Asks a second time for what a server refused that proved itself only afterwards: the first answer may have been
    /// somebody else's, as that of a proxy while the server starts.
    ///
    /// - Returns: `false` when it is refused for good.
    private func isTakenNow(
        _ refusal: Refusal,
        _ ask: () async throws(LinkFault) -> Void
    ) async throws(LinkFault) -> Bool {
        // What fails without a word has had its chances.
        guard refusal.isCertain else { return false }
        do throws(LinkFault) {
            try await ask()
            return true
        } catch {
            guard Refusal(error)?.isCertain == true else { throw error }
            try await prove()
            return false
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
    /// - Parameters:
    ///   - isSearch: Whether it is known that one of several is bad.
    ///   - isSecond: Whether the one in it was refused just before.
    private func send(
        _ updates: [StateUpdate],
        isSearch: Bool,
        isSecond: Bool = false,
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
                if refusal.isCertain, !isKnown, !isSecond {
                    // As with a registration: the first answer may have been somebody else's.
                    return try await send(updates, isSearch: true, isSecond: true, &receipt, &deferred)
                }
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
            } else if suspects.wasPassedOver(update.sensor) {
                suspects.condemn(update.sensor)
                receipt.states[update.sensor] = .refused("the server's answers do not speak of it")
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
            try await fire(item, &receipt)
            return false
        } catch {
            guard let refusal = Refusal(error), refusal.isCertain || item.attempt > Suspects.patience else {
                throw error
            }
            try await prove()
            return try await !isTakenNow(refusal) { () throws(LinkFault) in try await fire(item, &receipt) }
        }
    }

    private func fire(_ item: EventItem, _ receipt: inout Receipt) async throws(LinkFault) {
        let call = EventCall(item, deviceID: deviceID)
        let answer = try await exchange(.fireEvent, call, of: [item.event.sensor], &receipt).answer
        guard answer == .plainObject else { throw .unexpected(status: 200) }
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
