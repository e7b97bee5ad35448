import FoundationEssentials
import SensorSDK
import Shared
import Store

/// What went, and what would go now.
extension ControlService {
    func audit(_ name: String?, since: String?) async throws -> AuditReport {
        let servers = try await store.servers()
        let asked = try name.map { [try find($0, among: servers)] } ?? servers
        let names = Dictionary(uniqueKeysWithValues: asked.map { ($0.id, $0.name) })
        let entries = try await store.ledger(since: since)
        return AuditReport(
            rows: entries.compactMap { entry in
                guard let server = names[entry.server] else { return nil }
                return AuditReport.Row(
                    server: server,
                    sensor: entry.sensor,
                    day: entry.day,
                    sent: entry.sent,
                    bytes: entry.bytes,
                    first: entry.first.formatted(.iso8601),
                    last: entry.last.formatted(.iso8601),
                    receipt: entry.receipt?.formatted(.iso8601)
                )
            }
        )
    }

    func preview(_ name: String?) async throws -> PreviewReport {
        let servers = try await store.servers()
        let asked = try name.map { [try find($0, among: servers)] } ?? servers
        var previews: [Preview] = []
        for server in asked {
            guard let uploader = await uploaders.uploader(of: server.id) else {
                previews.append(Preview(server: server.name, requests: [], absent: try await silent(server)))
                continue
            }
            let (requests, sensors) = try await uploader.preview()
            previews.append(
                Preview(server: server.name, requests: requests, absent: try await absent(sensors, uploader))
            )
        }
        return PreviewReport(servers: previews)
    }

    /// Every enabled sensor of a server that gets nothing, with the reason.
    private func silent(_ server: ServerRecord) async throws -> [Preview.Absent] {
        let reason: String
        if await store.isCopy {
            reason = "nothing is sent while this looks like a copy of another machine; see 'agent status'"
        } else {
            do {
                try kind(of: server).link(to: server).close()
                reason = "the server is about to be removed"
            } catch {
                reason = "the server can't be used: \(error)".printable(limit: 300)
            }
        }
        return try await store.enablements().filter { $0.server == server.id }
            .map { Preview.Absent(sensor: $0.sensor, reason: reason) }
    }

    /// Why each other enabled sensor is not among those of which something would go.
    private func absent(_ present: Set<SensorID>, _ uploader: Uploader) async throws -> [Preview.Absent] {
        let server = uploader.server.id
        let known = Dictionary(uniqueKeysWithValues: await registry.all.map { ($0.id, $0) })
        let waiting = try await store.waitingSensors(of: server)
        let receipts = try await store.receipts()[server] ?? [:]
        let holdsEvents = await uploader.holdsEvents
        return try await store.enablements().filter { $0.server == server && !present.contains($0.sensor) }.map { row in
            let reason: String
            if let sensor = known[row.sensor], !row.accepted.covers(sensor) {
                reason = "changed since it was enabled; enable it again"
            } else if row.isDisabledByServer {
                reason = "disabled in Home Assistant"
            } else if let refusal = row.setAside {
                reason = "refused by the server: \(refusal.printable(limit: 120))"
            } else if waiting.contains(row.sensor) {
                reason = holdsEvents ? "waits until the server has settled" : "waits for its turn, after these"
            } else if let receipt = receipts[row.sensor] {
                reason = "nothing new since the server acknowledged it at \(receipt.formatted(.iso8601))"
            } else {
                reason = "not read yet"
            }
            return Preview.Absent(sensor: row.sensor, reason: reason)
        }
    }
}
