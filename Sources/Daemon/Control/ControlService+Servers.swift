import FoundationEssentials
import Shared
import Store

/// What the owner does with a server that is there already.
extension ControlService {
    /// How long a server may take to answer to a change before the command ends.
    private static let patience = Duration.seconds(15)

    func probe(_ question: ServerQuestion) async throws {
        guard let kind = configuration.serverKinds.first else { return }
        do {
            try await kind.probe(question)
        } catch {
            throw ControlFailure(error.exitCode, "\(error)")
        }
    }

    func set(_ change: ServerChange, of name: String) async throws -> ChangedServer {
        await begin([name])
        defer { end([name]) }
        let server = try find(name, among: try await store.servers())
        let changed: ServerRecord
        do {
            changed = try kind(of: server).changed(server, by: change)
        } catch let error as OnboardingError {
            throw ControlFailure(error.exitCode, "\(error)")
        }
        let lastAnswer = await uploaders.uploader(of: server.id)?.lastAnswer
        await uploaders.stop(server.id)
        do {
            try await store.update(changed)
        } catch {
            try await restart(server, lastAnswer)
            throw error
        }
        Log.info("server changed", ["server": name, "url": changed.url])
        return try await restart(changed, lastAnswer)
    }

    func reconnect(_ name: String, with token: Secret) async throws -> ChangedServer {
        await begin([name])
        defer { end([name]) }
        let server = try find(name, among: try await store.servers())
        // Found out now, or the new registration would be lost and the old one is gone.
        try await store.checkWritable()
        let registration: Registration
        do {
            registration = try await kind(of: server).register(
                Onboarding(
                    url: server.url,
                    token: token,
                    deviceName: server.deviceName,
                    deviceID: server.deviceID,
                    host: .read(),
                    allowsPlainHTTP: false,
                    previous: server.credentials
                )
            )
        } catch let error as OnboardingError {
            throw ControlFailure(error.exitCode, "\(error)")
        }
        let lastAnswer = await uploaders.uploader(of: server.id)?.lastAnswer
        await uploaders.stop(server.id)
        var renewed = server
        renewed.credentials = registration.credentials
        renewed.url = registration.url
        renewed.version = registration.version
        renewed.emptySince = nil
        try await store.update(renewed, isNewRegistration: true)
        Log.info("registered again", ["server": name, "url": registration.url])
        let report = try await restart(renewed, lastAnswer)
        await collector.resendAll(to: server.id)
        return report
    }

    /// Starts a server's uploader again and asks whether the server is there and the right one.
    @discardableResult
    private func restart(_ server: ServerRecord, _ lastAnswer: Date?) async throws -> ChangedServer {
        try await store.checkServer(server.id)
        let link = try kind(of: server).link(to: server)
        let receipt = await Deadline.run(Self.patience) { await link.deliver(Batch()) }
        var report = ChangedServer(
            name: server.name,
            url: server.url.printable(limit: 255),
            problem: receipt.map { $0.fault?.description(of: server.name) }
                ?? "no answer in time; it is tried again and again",
            enabledSensors: try await store.enablements().count { $0.server == server.id }
        )
        report.problem = report.problem?.printable(limit: 500)
        if let credentials = receipt?.credentials { try await store.setCredentials(credentials, of: server.id) }
        if let receipt {
            let answer = receipt.fault == nil ? Current.now() : lastAnswer
            try await startUploader(for: server, over: link, after: receipt.fault, lastAnswer: answer)
        } else {
            // Its request still hangs, and a link takes one delivery at a time.
            link.close()
            try await startUploader(for: server, lastAnswer: lastAnswer)
        }
        try await store.checkServer(server.id)
        return report
    }
}
