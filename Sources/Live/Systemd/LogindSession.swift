import CSystemd
import Dispatch
import Glibc
import Shared

/// What logind says, over one connection to the bus after the other.
// Safe: everything is touched on `queue` alone.
final class LogindSession: @unchecked Sendable {
    private let address: String?
    private let pauses: ClosedRange<Duration>
    private let queue: DispatchQueue
    private let log: any LogSink
    private let continuation: AsyncStream<PowerNotice>.Continuation
    private let report: @Sendable (PowerCoverage) -> Void
    private var bus: OpaquePointer?
    private var delays: [Delay: Int32] = [:]
    private var refused: Set<Delay> = []
    private var isEnded = false
    /// Until the bus is looked for again.
    private var pause: Duration

    /// What the machine waits with; systemd 252 refuses one inhibitor for both.
    private enum Delay: String, CaseIterable {
        case sleep
        case shutdown

        var signal: String { self == .sleep ? "PrepareForSleep" : "PrepareForShutdown" }
        var kind: PowerNotice.Kind { self == .sleep ? .goingToSleep : .shuttingDown }
    }

    private static let destination = "org.freedesktop.login1"
    private static let path = "/org/freedesktop/login1"
    private static let manager = "org.freedesktop.login1.Manager"
    private static let microsecondsPerCall: UInt64 = 5_000_000

    /// Its owner is told by the bus, which is not asked again and again.
    private static let ownerChanges =
        "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
        + "arg0='\(destination)'"

    /// - Parameters:
    ///   - address: Of the bus; `nil` for the system's.
    ///   - pauses: Between two looks for a bus; each is twice as long as the one before.
    ///   - report: Called whenever it becomes known how far the machine tells and waits.
    init(
        address: String?,
        pauses: ClosedRange<Duration>,
        queue: DispatchQueue,
        log: any LogSink,
        continuation: AsyncStream<PowerNotice>.Continuation,
        report: @escaping @Sendable (PowerCoverage) -> Void
    ) {
        self.address = address
        self.pauses = pauses
        self.queue = queue
        self.log = log
        self.continuation = continuation
        self.report = report
        pause = pauses.lowerBound
    }

    func start() {
        guard !isEnded else { return }
        guard let bus = Self.connect(address) else {
            log.write(.debug, "there is no bus, so that nobody tells of sleep and shutdown")
            report(.noBus)
            return startLater()
        }
        pause = pauses.lowerBound
        refused = []
        self.bus = bus
        sd_bus_set_method_call_timeout(bus, Self.microsecondsPerCall)
        for delay in Delay.allCases {
            // Without a match this signal does not come, and all else works.
            sd_bus_match_signal(bus, nil, Self.destination, Self.path, Self.manager, delay.signal, nil, nil)
            hold(delay)
        }
        sd_bus_add_match(bus, nil, Self.ownerChanges, nil, nil)
        // What came while the calls waited for their answers.
        process()
    }

    func end() {
        isEnded = true
        hangUp()
    }

    private func hangUp() {
        if let bus { Readiness.shared.forget(sd_bus_get_fd(bus)) }
        for delay in Delay.allCases { letGo(delay) }
        if let bus { sd_bus_close_unref(bus) }
        bus = nil
        if isEnded { continuation.finish() } else { startLater() }
    }

    private func startLater() {
        let nanoseconds = Int(pause / .nanoseconds(1))
        pause = min(pause * 2, pauses.upperBound)
        queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [weak self] in self?.start() }
    }

    private static func connect(_ address: String?) -> OpaquePointer? {
        var bus: OpaquePointer?
        guard let address else { return sd_bus_open_system(&bus) >= 0 ? bus : nil }
        guard sd_bus_new(&bus) >= 0, let new = bus else { return nil }
        guard sd_bus_set_address(new, address) >= 0, sd_bus_set_bus_client(new, 1) >= 0, sd_bus_start(new) >= 0 else {
            sd_bus_unref(new)
            return nil
        }
        return new
    }

    private func process() {
        guard let bus else { return }
        while true {
            var message: OpaquePointer?
            let result = sd_bus_process(bus, &message)
            defer { sd_bus_message_unref(message) }
            guard result >= 0 else {
                log.write(.debug, "the bus hung up; nobody tells of sleep and shutdown until it is back")
                report(.noBus)
                return hangUp()
            }
            if let message { take(message) }
            if result == 0 { break }
        }
        Readiness.shared.wait(for: sd_bus_get_fd(bus), on: queue) { [weak self] in self?.process() }
    }

    private func take(_ message: OpaquePointer) {
        if sd_bus_message_is_signal(message, "org.freedesktop.DBus", "NameOwnerChanged") > 0 {
            // One that came late, or anew.
            for delay in Delay.allCases {
                letGo(delay)
                hold(delay)
            }
            return
        }
        for delay in Delay.allCases where sd_bus_message_is_signal(message, Self.manager, delay.signal) > 0 {
            var isBeginning: Int32 = 0
            guard sd_bus_message_read_basic(message, CChar(UInt8(ascii: "b")), &isBeginning) >= 0 else { return }
            if isBeginning != 0 {
                continuation.yield(PowerNotice(delay.kind) { [self] in queue.async { self.letGo(delay) } })
            } else {
                hold(delay)
                continuation.yield(PowerNotice(.resumed))
            }
        }
    }

    private func letGo(_ delay: Delay) {
        guard let descriptor = delays.removeValue(forKey: delay) else { return }
        Glibc.close(descriptor)
    }

    /// Has the machine wait next time.
    private func hold(_ delay: Delay) {
        guard delays[delay] == nil, let bus else { return }
        var call: OpaquePointer?
        defer { sd_bus_message_unref(call) }
        let name = "Inhibit"
        guard
            sd_bus_message_new_method_call(bus, &call, Self.destination, Self.path, Self.manager, name) >= 0,
            let call
        else { return }
        for word in [delay.rawValue, "sensor-agent", "say that its sensors are unavailable", "delay"] {
            guard sd_bus_message_append_basic(call, CChar(UInt8(ascii: "s")), word) >= 0 else { return }
        }
        var reply: OpaquePointer?
        defer { sd_bus_message_unref(reply) }
        var descriptor: Int32 = -1
        guard sd_bus_call(bus, call, Self.microsecondsPerCall, nil, &reply) >= 0,
            sd_bus_message_read_basic(reply, CChar(UInt8(ascii: "h")), &descriptor) >= 0
        else {
            if refused.isEmpty {
                log.write(.debug, "logind does not wait for this process before sleep and shutdown")
            }
            refused.insert(delay)
            // A name without an owner could not be started either.
            return report(sd_bus_get_name_creds(bus, Self.destination, 0, nil) < 0 ? .noLogind : .isTold)
        }
        refused.remove(delay)
        if refused.isEmpty { report(.isWaitedFor) }
        // The reply's own descriptor goes with it.
        let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        if own >= 0 { delays[delay] = own }
    }
}
