import SensorSDK
import Shared
import Store

/// Sensors that were offered once and are gone for good.
extension ControlService {
    /// - Throws: ``ControlFailure`` when a pattern stands for nothing, or a sensor that is named by its whole id has to stay.
    func forget(_ patterns: [String]) async throws -> ForgetReport {
        // What is there now is not gone, whenever it was listed last.
        try await plugins.look()
        try await registry.refreshBuiltIn()
        try await collector.enablementsChanged()
        let matches = try await lookUp(patterns)
        let enabled = Set(try await store.enablements().map(\.sensor))
        var report = ForgetReport(forgotten: [], kept: [])
        for (sensor, match) in matches {
            let reason: ForgetReport.Reason? =
                if enabled.contains(sensor.id) { .enabled } else {
                    switch await registry.presence(of: sensor.id) {
                    case .present: .present
                    case .unknown: .unknown
                    case .gone: nil
                    }
                }
            guard let reason else {
                report.forgotten.append(sensor.id)
                continue
            }
            if match == .exactly { throw Self.complaint(about: sensor.id, reason) }
            report.kept.append(.init(id: sensor.id, reason: reason))
        }
        try await registry.forget(Set(report.forgotten))
        if !report.forgotten.isEmpty { Log.info("sensors forgotten", ["count": "\(report.forgotten.count)"]) }
        return report
    }

    private static func complaint(about id: SensorID, _ reason: ForgetReport.Reason) -> ControlFailure {
        switch reason {
        case .enabled:
            ControlFailure(
                .usage,
                "\(id) is on for a server, nothing was changed; 'agent sensors disable \(id)' turns it off"
            )
        case .present:
            ControlFailure(.usage, "this machine has \(id), nothing was changed; a sensor that is off costs nothing")
        case .unknown:
            ControlFailure(
                .tryAgain,
                "whether this machine has \(id) can't be said now, nothing was changed: \(id.family) does not answer; "
                    + "'agent doctor' says why"
            )
        }
    }
}
