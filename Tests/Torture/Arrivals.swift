/// What one server got so far, and whether it may have got it.
struct Arrivals {
    /// What was wrong, for people.
    private(set) var faults: [String] = []
    private(set) var states = 0
    private(set) var registrations = 0
    private(set) var firstEvents = 0
    /// Events that came again, with the mark that says so.
    private(set) var repeatedEvents = 0
    /// What a dead daemon had written before its successor spoke, and the kernel delivered after it.
    private(set) var late = 0

    private let enabled: Set<String>
    /// By sensor: the newest value that arrived and the life that sent it.
    private var newest: [String: (value: Int64, life: Int)] = [:]
    private var events: [EventMark: (sequence: [Int64], attempts: Set<Int>, life: Int)] = [:]
    private var lastEvent: (mark: EventMark, sequence: [Int64])?
    /// Lives in which the sensor that comes and goes may be sent.
    private var flipLives: Set<Int> = []

    init(enabled: Set<String>) { self.enabled = enabled }

    /// A life begins in which the sensor that comes and goes may be on.
    mutating func allowFlip(in life: Int) { flipLives.insert(life) }

    func has(_ mark: EventMark) -> Bool { events[mark] != nil }

    /// Whether everything that is on has arrived from a life.
    func isCurrent(in life: Int) -> Bool {
        enabled.allSatisfy { $0 == Sensors.bell || newest[$0]?.life == life }
    }

    mutating func fault(_ text: String) { faults.append(text) }

    mutating func tookRegistration(of sensor: String, isOff: Bool, in life: Int) {
        registrations += 1
        guard !isAllowed(sensor, in: life), !(isOff && sensor == Sensors.flip) else { return }
        fault("life \(life) registered \(sensor), which is not on here")
    }

    /// - Parameter value: `nil` for anything that is no integer.
    mutating func tookState(of sensor: String, _ value: Int64?, in life: Int) {
        states += 1
        guard isAllowed(sensor, in: life) else { return fault("life \(life) sent \(sensor), which is not on here") }
        guard let value else { return fault("life \(life) sent no number for \(sensor)") }
        if let before = newest[sensor] {
            if life < before.life {
                late += 1
                return
            }
            if value < before.value { fault("\(sensor) went back from \(before.value) to \(value) in life \(life)") }
        }
        newest[sensor] = (value, life)
    }

    mutating func tookEvent(_ event: SentMessage.Event, in life: Int) {
        guard let mark = EventMark(id: event.id) else { return fault("an event has the id \(event.id)") }
        guard enabled.contains(Sensors.bell), event.sensor == Sensors.bell else {
            return fault("life \(life) sent \(mark) of \(event.sensor), which is not on here")
        }
        guard let known = events[mark] else { return tookFirst(mark, event, in: life) }
        if life < known.life {
            late += 1
            return
        }
        repeatedEvents += 1
        if event.attempt < 2 { fault("\(mark) came again in life \(life) without a mark") }
        if known.attempts.contains(event.attempt) { fault("\(mark) came twice as attempt \(event.attempt)") }
        if known.sequence != event.sequence { fault("\(mark) changed its sequence") }
        events[mark] = (event.sequence, known.attempts.union([event.attempt]), life)
    }

    private mutating func tookFirst(_ mark: EventMark, _ event: SentMessage.Event, in life: Int) {
        firstEvents += 1
        events[mark] = (event.sequence, [event.attempt], life)
        if let last = lastEvent {
            let isInOrder = last.mark < mark && last.sequence.lexicographicallyPrecedes(event.sequence)
            if !isInOrder { fault("\(mark) \(event.sequence) came after \(last.mark) \(last.sequence)") }
        }
        lastEvent = (mark, event.sequence)
    }

    private func isAllowed(_ sensor: String, in life: Int) -> Bool {
        enabled.contains(sensor) || sensor == Sensors.flip && flipLives.contains(life)
    }
}
