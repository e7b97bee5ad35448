import SensorSDK
import Shared
import Store

/// What has to be done so that this machine is as an ``Arrangement`` says.
struct ArrangementPlan {
    /// This machine as it is.
    struct Standing {
        var servers: [ServerRecord]
        var enablements: [Enablement]
        var sensors: [Sensor]
        var families: [String]
        var intervals: [SensorID: Duration]
        var aliases: [SensorID: SensorID] = [:]
        /// Whether more sensors may come: sources of these families are still to be named.
        var pendingFamilies: Set<String> = []

        var matcher: PatternMatcher { PatternMatcher(sensors: sensors, families: families, aliases: aliases) }
    }

    let arrangement: Arrangement
    let standing: Standing
    /// Whether a sensor that was redefined since it was enabled is enabled as it is now.
    let acceptsChanged: Bool

    private(set) var changes: [ArrangementReport.Change] = []
    private(set) var notes: [String] = []
    private(set) var problems: [ArrangementReport.Problem] = []
    /// To be enabled and disabled, by the name of the server.
    private(set) var enabling: [String: [SensorID]] = [:]
    /// What plugins of these ask for and are allowed, by family.
    private(set) var granting: [String: [String]] = [:]
    private(set) var disabling: [String: [SensorID]] = [:]
    private(set) var intervals: [(sensor: SensorID, interval: Duration?, line: Int)] = []

    init(_ arrangement: Arrangement, on standing: Standing, acceptsChanged: Bool) {
        self.arrangement = arrangement
        self.standing = standing
        self.acceptsChanged = acceptsChanged
        for server in arrangement.servers { compareSensors(of: server) }
        compareIntervals()
    }

    // MARK: Sensors

    private mutating func compareSensors(of server: Arrangement.Server) {
        let record = standing.servers.first { $0.name == server.name }
        let rows = Dictionary(
            standing.enablements.filter { $0.server == record?.id }.map { ($0.sensor, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let wanted = wantedSensors(of: server, isOn: { rows[$0] != nil })
        for sensor in wanted {
            if let row = rows[sensor.id] {
                consider(sensor, row, server)
            } else if isAllowed(sensor, server) {
                enabling[server.name, default: []].append(sensor.id)
                note(.add, .sensor, sensor.id.description, of: server.name)
            }
        }
        guard server.isExclusive || arrangement.isExclusive else { return }
        let surplus = Set(rows.keys).subtracting(wanted.map(\.id)).sorted()
        if surplus.isEmpty { return }
        disabling[server.name] = surplus
        for id in surplus { note(.remove, .sensor, id.description, of: server.name) }
    }

    /// A sensor that was enabled before: an update starts nothing, and what was switched off at the server stays so.
    private mutating func consider(_ sensor: Sensor, _ row: Enablement, _ server: Arrangement.Server) {
        if !row.accepted.covers(sensor) {
            let asksOnly = Set(row.accepted.changes(in: sensor)) == [Acceptance.askedFor]
            guard acceptsChanged || asksOnly && isGranted(sensor) else {
                return problem(
                    nil,
                    "\(sensor.id) on \(server.name) was redefined since it was enabled, and is off; look at it with 'agent "
                        + "sensors', then apply with --accept-changed",
                    .no
                )
            }
            guard isAllowed(sensor, server) else { return }
            enabling[server.name, default: []].append(sensor.id)
            note(.change, .sensor, sensor.id.description, of: server.name, "as it is defined now")
        } else if row.isDisabledByServer {
            notes.append("\(sensor.id) on \(server.name) was disabled in Home Assistant, and is left so")
        }
    }

    /// What a plugin asks for beyond what every one may was allowed for another sensor of it, or is now.
    private mutating func isAllowed(_ sensor: Sensor, _ server: Arrangement.Server) -> Bool {
        if standing.enablements.contains(where: { $0.sensor.family == sensor.id.family && $0.accepted.allows(sensor) })
        {
            return true
        }
        guard acceptsChanged || isGranted(sensor) else {
            problem(
                nil,
                "\(sensor.id) on \(server.name) is not enabled: its plugin asks for \(sensor.asks.joined(separator: ", ")); allow "
                    + "it below [plugins] in the file, with 'agent sensors enable --grant', or apply with --accept-changed",
                .no
            )
            return false
        }
        granting[sensor.id.family] = sensor.asks
        return true
    }

    /// Whether the file allows a sensor's plugin all that it asks for.
    private func isGranted(_ sensor: Sensor) -> Bool {
        let words = arrangement.grants.filter { PluginFamilies.prefix + $0.plugin == sensor.id.family }.map(\.word)
        return Set(sensor.asks).isSubset(of: words)
    }

    private mutating func wantedSensors(of server: Arrangement.Server, isOn: (SensorID) -> Bool) -> [Sensor] {
        let matcher = standing.matcher
        var wanted: [SensorID: Sensor] = [:]
        for pattern in server.sensors {
            do throws(ControlFailure) {
                noteName(pattern.text)
                for (sensor, match) in try matcher.match([pattern.text]) {
                    if match == .exactly || sensor.sensitivity == .plain {
                        wanted[sensor.id] = sensor
                    } else if !isOn(sensor.id) {
                        notes.append(
                            "left out: \(sensor.id) reveals \(sensor.sensitivity.rawValue); name it by its full id if you want it"
                        )
                    } else {
                        // It was asked for by its full id before.
                        wanted[sensor.id] = sensor
                    }
                }
            } catch {
                missing(pattern, server, error)
            }
        }
        return wanted.values.sorted { $0.id < $1.id }
    }

    private mutating func missing(_ pattern: Arrangement.Pattern, _ server: Arrangement.Server, _ error: ControlFailure)
    {
        let shown = pattern.text.printable(limit: 130)
        let family = String(pattern.text.prefix { $0 != "." })
        if standing.pendingFamilies.contains(where: { $0 == family || pattern.text.hasPrefix("*") }) {
            note(.add, .sensor, shown, of: server.name, "what the new sources of \(family) have of it")
        } else if pattern.isOptional {
            notes.append("not on this machine: \(shown)")
        } else {
            problem(pattern.line, "sensor = \(shown): \(error)", .badData)
        }
    }

    // MARK: Intervals

    private mutating func compareIntervals() {
        let known = Dictionary(
            standing.sensors.map { ($0.id.description, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var named: Set<SensorID> = []
        let matcher = standing.matcher
        for wanted in arrangement.intervals {
            noteName(wanted.sensor)
            guard let sensor = known[matcher.current(wanted.sensor)] else {
                notes.append("not on this machine: the interval of \(wanted.sensor.printable(limit: 130))")
                continue
            }
            named.insert(sensor.id)
            let interval = Duration.milliseconds(wanted.milliseconds)
            let before = standing.intervals[sensor.id]
            if before == interval { continue }
            intervals.append((sensor.id, interval, wanted.line))
            note(
                before == nil ? .add : .change,
                .interval,
                sensor.id.description,
                "\(ListedValue.number(interval / .seconds(1))) s"
            )
        }
        guard arrangement.isExclusive else { return }
        for id in standing.intervals.keys.sorted() where !named.contains(id) {
            intervals.append((id, nil, 0))
            note(.remove, .interval, id.description)
        }
    }

    // MARK: Notes

    private mutating func noteName(_ text: String) {
        let id = standing.matcher.current(text)
        let note = "\(text.printable(limit: 130)) has another id now: \(id)"
        if id != text, !notes.contains(note) { notes.append(note) }
    }

    private mutating func note(
        _ action: ArrangementReport.Action,
        _ subject: ArrangementReport.Subject,
        _ name: String,
        of server: String? = nil,
        _ detail: String? = nil
    ) {
        changes.append(.init(action: action, subject: subject, server: server, name: name, detail: detail))
    }

    private mutating func problem(_ line: Int?, _ message: String, _ exitCode: ExitCode) {
        problems.append(.init(line: line.flatMap { $0 > 0 ? $0 : nil }, message: message, exitCode: exitCode))
    }
}
