import FakeHomeAssistant
import FoundationEssentials
import Glibc
import Live
import Shared
import Webhook
import WebhookReceiver

/// One run: a machine, its servers, and daemon after daemon until there were enough kills.
final class TortureRun {
    private let options: TortureOptions
    private let servers: [CheckingServer]
    private let receiver: CheckingReceiver
    private let folder: String
    private let begun = Life.now
    private var life = 0
    private var kills = 0
    private var writeKills = 0
    private var queued: Set<EventMark> = []
    /// Whether the sensor that comes and goes is on; `nil` when a daemon was killed over it.
    private var flip: Bool? = false
    private var faults: [String] = []

    init(_ options: TortureOptions) throws(UsageError) {
        self.options = options
        // The servers are on this machine.
        World.bootstrap(.live(log: VictimLog()))
        var template = Array("/tmp/sensor-agent-torture-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw UsageError(description: "can't make a folder in /tmp") }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        do {
            servers = try Sensors.enabled.map(CheckingServer.init(enabled:))
            receiver = try CheckingReceiver(in: folder)
        } catch {
            throw UsageError(description: "\(error)")
        }
    }

    /// - Returns: Whether nothing was wrong.
    func run() throws(UsageError) -> Bool {
        FileHandles.say("seed \(options.seed), state in \(folder)")
        try register()
        while kills < options.kills, !isLate, allFaults.isEmpty { try liveOnce() }
        try drain()
        report()
        return allFaults.isEmpty
    }

    private var allFaults: [String] { faults + servers.flatMap { $0.arrivals.faults } }

    private var isLate: Bool {
        options.seconds.map { Life.now - begun >= $0 * 1_000_000 } ?? false
    }

    private func plan() -> VictimPlan {
        life += 1
        return VictimPlan(state: folder, life: life)
    }

    /// The one daemon that is let be until it has its servers.
    private func register() throws(UsageError) {
        var plan = plan()
        plan.hasEvents = false
        plan.servers = servers.map { ($0.url, $0.token.exposed) }
        plan.receiver = (receiver.url, receiver.line.text.exposed)
        let daemon = try Life(options.program, plan)
        wait(atMost: 60) { $0.isCurrent(in: plan.life) }
        wait(atMost: 60) { receiver.tally.items > 0 }
        _ = daemon.kill()
        note(daemon.words(), plan)
    }

    private func liveOnce() throws(UsageError) {
        var plan = plan()
        var chance = Chance(seed: options.seed, turn: plan.life)
        for server in servers { server.behave(Self.fault(&chance)) }
        receiver.behave(chance.happens(20) ? [.unavailable, .losesAnswers][chance.below(2)] : .none)
        let ending = Ending(&chance)
        if chance.happens(30) { plan.flip = chance.happens(50) }
        if flip != false || plan.flip == true { servers[Sensors.flipServer].allowFlip(in: plan.life) }
        if case .atWrite(let number, let percent) = ending { plan.trap = (number, percent) }

        let daemon = try Life(options.program, plan)
        switch ending {
        case .afterMicroseconds(let time):
            if let isKilled = daemon.end(within: time) { ended(isKilled, plan) } else { killed(daemon, plan) }
        case .atWrite:
            if let isKilled = daemon.end(within: 1_500_000) {
                writeKills += isKilled ? 1 : 0
                ended(isKilled, plan)
            } else {
                killed(daemon, plan)
            }
        }
        note(daemon.words(), plan)
    }

    private func killed(_ daemon: Life, _ plan: VictimPlan) { ended(daemon.kill(), plan) }

    private func ended(_ isKilled: Bool, _ plan: VictimPlan) {
        kills += 1
        if !isKilled { faults.append("life \(plan.life) ended by itself") }
    }

    private func note(_ words: Life.Words, _ plan: VictimPlan) {
        queued.formUnion(words.queued)
        if let flip = plan.flip { self.flip = words.isDone || self.flip == flip ? flip : nil }
        for complaint in words.complaints where !Self.isExpected(complaint) {
            faults.append("life \(plan.life) said: \(complaint)")
        }
    }

    /// The last daemon may deliver all that is left.
    private func drain() throws(UsageError) {
        for server in servers { server.behave(.well) }
        receiver.behave(.none)
        var plan = plan()
        plan.hasEvents = false
        if flip != false { servers[Sensors.flipServer].allowFlip(in: plan.life) }
        let daemon = try Life(options.program, plan)
        wait(atMost: 60) { $0.isCurrent(in: plan.life) }
        for number in Sensors.listeners {
            let server = servers[number]
            wait(atMost: 60, for: [server]) { arrivals in self.queued.allSatisfy(arrivals.has) }
            let lost = queued.filter { !server.arrivals.has($0) }.sorted()
            if let first = lost.first {
                faults.append("server \(number) never got \(lost.count) events; first \(first)")
            }
        }
        wait(atMost: 60) { queued.isSubset(of: receiver.events()) }
        let lost = queued.subtracting(receiver.events()).sorted()
        if let first = lost.first { faults.append("the receiver never got \(lost.count) events; first \(first)") }
        faults += receiver.faults(enabled: Sensors.recorded)
        for (number, server) in servers.enumerated() where !server.arrivals.isCurrent(in: plan.life) {
            faults.append("server \(number) did not get the newest value of every sensor")
        }
        _ = daemon.kill()
        note(daemon.words(), plan)
    }

    private func wait(atMost seconds: Int, until isMet: () -> Bool) {
        let deadline = Life.now + seconds * 1_000_000
        while Life.now < deadline, !isMet() { usleep(20_000) }
    }

    private func wait(atMost seconds: Int, for some: [CheckingServer]? = nil, until isMet: (Arrivals) -> Bool) {
        wait(atMost: seconds) { (some ?? servers).allSatisfy { isMet($0.arrivals) } }
    }

    private func report() {
        for fault in allFaults.prefix(20) { FileHandles.say("FAULT: \(fault)") }
        let arrivals = servers.map(\.arrivals)
        let seconds = (Life.now - begun) / 1_000_000
        let sum = { (part: (Arrivals) -> Int) in arrivals.reduce(0) { $0 + part($1) } }
        FileHandles.print(
            """
            torture: seed \(options.seed): \(kills) kills in \(seconds) s, \(writeKills) of them inside SQLite's writes; \
            \(servers.count) servers took \(servers.reduce(0) { $0 + $1.requests }) requests, \(sum(\.states)) states, \
            \(sum(\.registrations)) registrations, \(sum(\.firstEvents)) events of \
            \(queued.count * Sensors.listeners.count) known to be queued, \(sum(\.repeatedEvents)) marked repetitions, \
            \(sum(\.late)) late; a receiver took \(receiver.tally.items) items and \(receiver.tally.duplicates) again: \
            \(allFaults.isEmpty ? "all well" : "\(allFaults.count) FAULTS")
            """
        )
        if allFaults.isEmpty {
            // What can't be removed is left to the system's own cleaning.
            try? FileManager.default.removeItem(atPath: folder)
        } else {
            FileHandles.say("state is kept in \(folder); again: Tests/torture --seed \(options.seed) --kills \(kills)")
        }
    }

    /// What is said about servers that fail on purpose.
    private static func isExpected(_ complaint: String) -> Bool {
        complaint.contains("delivery failed, all is kept") || complaint.contains("measuring: every sensor")
    }

    private static func fault(_ chance: inout Chance) -> Fault {
        guard chance.happens(20) else { return .well }
        return [.status(503), .empty200, .plain200, .noAnswer, .closesConnections][chance.below(5)]
    }
}
