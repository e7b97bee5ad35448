import Daemon
import FoundationEssentials
import Live
import Shared

/// `agent doctor`
struct DoctorCommand: Command {
    static let specification = CommandSpecification(
        ["doctor"],
        summary: "look for what keeps this machine from reporting, and say what to do",
        details: """
            Looks at clock, permissions, disk, database, settings, families, plugins, sandbox and who tells of sleep and
            shutdown, and at each server from its name to a sealed answer. Nothing is changed. A server that failed and answers
            again is tried at once, unless it asked to wait; no other gets a value. Exits 1 when something fails.
            """,
        options: [.json],
        make: { DoctorCommand(places: $0.places, isJSON: $0.has(.json)) }
    )

    let places: Places
    let isJSON: Bool

    func run() async throws {
        World.bootstrap(.live(log: StandardErrorLog(least: .error, hasJournalPrefix: false)))
        let diagnosis = Diagnosis(checks: [clock()] + (await daemon()))
        let failures = diagnosis.checks.count { $0.state == .fail }
        if isJSON { try Console.json(diagnosis) } else { print(diagnosis) }
        guard failures == 0 else {
            throw ControlFailure(.no, failures == 1 ? "1 check failed" : "\(failures) checks failed")
        }
    }

    private func daemon() async -> [HealthCheck] {
        do {
            let client = try ControlClient(path: places.askedSocket)
            guard case .diagnosis(let diagnosis) = try client.ask(.diagnose) else {
                throw ControlFailure.unexpectedAnswer
            }
            var checks = [HealthCheck(.daemon, .ok, "it answers at \(places.askedSocket)")]
            guard case .sources(let listing) = try client.ask(.listSources) else {
                throw ControlFailure.unexpectedAnswer
            }
            let mounts = HiddenMounts(sources: listing.sources.filter { $0.family == "storage" }.map(\.source))
            for check in diagnosis.checks { checks.append(await mounts.explained(check)) }
            return checks
        } catch {
            let failure = ControlFailure(of: error)
            let advice: String? =
                switch failure.exitCode {
                case .unreachable:
                    "start it, 'sudo systemctl start sensor-agent'; 'journalctl -u sensor-agent' says why it ended"
                case .tryAgain, .notPermitted: nil
                default: "mend that; the next command starts the service"
                }
            return [HealthCheck(.daemon, .fail, "\(failure)", advice: advice)]
        }
    }

    /// Asked here, since the daemon's sandbox lets nobody look at how the clock is kept.
    private func clock() -> HealthCheck {
        // Before this program was written no clock can be right.
        if Date() < Date(timeIntervalSince1970: 1_764_547_200) {
            return HealthCheck(.clock, .fail, "it is far behind", advice: "set it, with systemd-timesyncd or chrony")
        }
        guard SystemClock.isSynchronized else {
            return HealthCheck(
                .clock,
                .warn,
                "nothing keeps it right",
                advice: "install systemd-timesyncd or chrony; the times of events come from this clock"
            )
        }
        return HealthCheck(.clock, .ok, "it is kept right")
    }

    private func print(_ diagnosis: Diagnosis) {
        for check in diagnosis.checks {
            let place = check.server.map { "\($0), " } ?? ""
            let state = check.state.rawValue.padding(to: 6)
            Console.out("\(state)\(place)\(check.subject.rawValue): \(check.finding)")
            if let advice = check.advice { Console.out("      -> \(advice)") }
        }
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}
