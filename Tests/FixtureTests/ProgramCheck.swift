import SensorSDK
import TestSupport

/// Compares what the built program prints of a machine with a case's expectations, as far as one reading can show them.
struct ProgramCheck {
    /// Where the program sees the machine.
    enum Place {
        /// In a folder: `--root`.
        case folder
        /// Under umockdev.
        case mockedMachine
    }

    private(set) var complaints: [String] = []
    /// How many expectations were compared.
    private(set) var comparedCount = 0
    private let fixture: FixtureCase
    private let seen: FixtureObservation
    private let listing: AgentListing
    private let place: Place
    /// What the family reads when no read fails.
    private let faultless: [SensorID: Reading]

    init(
        _ fixture: FixtureCase,
        _ seen: FixtureObservation,
        _ listing: AgentListing,
        _ place: Place,
        faultless: [Reading]
    ) {
        self.fixture = fixture
        self.seen = seen
        self.listing = listing
        self.place = place
        self.faultless = Dictionary(faultless.map { ($0.sensor, $0) }) { $1 }
        for expectation in fixture.expect where (expectation.sample ?? seen.sample) == seen.sample {
            guard let target = expectation.target, notShown(target, expectation) == nil else { continue }
            comparedCount += 1
            guard let complaint = complaint(about: target, expectation) else { continue }
            complaints.append("the program, \(target): \(complaint)")
        }
        for text in fixture.mustNotContain ?? [] {
            for listed in listing.sensors
            where listed.sensitivity == .plain && isOfCase(listed.id) && "\(listed)".contains(text) {
                complaints.append("the program gives '\(text)' away: \(listed)")
            }
        }
    }

    /// Whether what is said of it comes from the case, and not from the machine that runs the tests, whose numbers may hold
    /// any text by chance.
    private func isOfCase(_ id: SensorID) -> Bool {
        switch place {
        case .folder: id.family != "storage" || id.reading == "read_only"
        case .mockedMachine: ["battery", "thermal"].contains(id.family)
        }
    }

    private func complaint(about target: FixtureTarget, _ expectation: FixtureExpectation) -> String? {
        guard let id = seen.ids[target], let listed = listing[id], let outcome = listed.outcome else {
            let mayBeMissing = expectation.optional == true || expectation.answers.contains { $0.notListed == true }
            return mayBeMissing ? nil : "is not listed"
        }
        if showsOwnNumbers(target) { return nil }
        if let complaint = FixtureAnswers(expectation).complaint(about: outcome, unit: listed.unit) { return complaint }
        if let label = expectation.label, !listed.name.contains(label) {
            return "the name '\(listed.name)' lacks the label '\(label)'"
        }
        for (name, value) in expectation.attributes ?? [:] {
            let found = listed.attributes?[name]?.sensorValue
            guard let found, value.matches(found, tolerance: expectation.tolerance ?? 0) else {
                return "attribute \(name) is not \(value)"
            }
        }
        for name in expectation.attributesAbsent ?? [] where listed.attributes?[name] != nil {
            return "attribute \(name) must be absent"
        }
        return nil
    }

    /// Why the program can't show it here; `nil` when it can.
    private func notShown(_ target: FixtureTarget, _ expectation: FixtureExpectation) -> String? {
        if expectation.enabledByUser == true { return "the owner of a folder names no sources" }
        if expectation.unavailable == .notPresent { return "one reading knows nothing of what was there before" }
        if ["rx_rate", "tx_rate"].contains(target.reading), seen.sample > 0 { return "a rate needs two readings" }
        if let id = seen.ids[target], let with = seen.reading(id), let without = faultless[id],
            with.outcome != without.outcome || with.attributes != without.attributes
        {
            return "neither a folder nor umockdev can fail a read"
        }
        guard place == .folder else { return nil }
        switch fixture.provider {
        case "network":
            let needsNetlink = ["ipv4", "ssid", "bssid", "signal", "bitrate", "frequency"].contains(target.reading)
            if needsNetlink { return "netlink can't be asked about a folder" }
            guard let id = seen.ids[target], listing[id] == nil else { return nil }
            let isOtherwise = listing.sensors.contains { $0.device == target.device && $0.id.reading == target.reading }
            return isOtherwise ? "udev can't be asked about a folder, and tells the slot that makes the id" : nil
        case "storage":
            if target.reading == "inodes_used_percent" { return "the folder's own file system counts inodes" }
            let isKnownByUdev = fixture.files.contains { $0.hasSuffix(FixtureInput.disks.rawValue) }
            return isKnownByUdev && target.device != "/" ? "udev can't be asked about a folder" : nil
        default: return nil
        }
    }

    /// In a folder every mount has the numbers of the folder's own file system.
    private func showsOwnNumbers(_ target: FixtureTarget) -> Bool {
        place == .folder && fixture.provider == "storage" && target.reading != "read_only"
    }
}
