import CMicroHTTPD

/// What the library's callbacks work with: collects each request, asks the handler, queues the answer.
///
/// All but ``stop()`` runs on the server's one thread.
final class RequestLoop {
    /// Without a byte, as in Home Assistant's own server (aiohttp).
    private static let idleSeconds: UInt32 = 75

    private let longestBody: Int
    private let tooLong: @Sendable () -> ServerResponse
    private let handler: @Sendable (ServerRequest) -> ServerResponse
    private let held: HeldConnections
    private var connections: UInt64 = 0

    init(
        longestBody: Int,
        tooLong: @escaping @Sendable () -> ServerResponse,
        held: HeldConnections,
        handler: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) {
        self.longestBody = longestBody
        self.tooLong = tooLong
        self.held = held
        self.handler = handler
    }

    func numberOfNextConnection() -> UInt64 {
        connections += 1
        return connections
    }

    /// Takes another piece of the body, or answers if all of it is there.
    func proceed(
        _ incoming: IncomingRequest,
        on connection: OpaquePointer,
        method: String,
        path: String,
        piece: UnsafeRawBufferPointer
    ) -> MHD_Result {
        guard piece.isEmpty else {
            incoming.append(piece, longest: longestBody)
            return .YES
        }
        guard !incoming.isHeld else { return .NO }
        guard !incoming.isTooLong else { return answer(incoming, with: tooLong(), on: connection) }
        let request = ServerRequest(
            method: method,
            path: path,
            query: values(.GET_ARGUMENT_KIND, of: connection).reduce(into: [:]) { $0[$1.name] = $1.value },
            headers: values(.HEADER_KIND, of: connection).reduce(into: [:]) { headers, header in
                let name = header.name.lowercased()
                headers[name] = headers[name].map { "\($0), \(header.value)" } ?? header.value
            },
            body: incoming.body,
            connection: UInt64(UInt(bitPattern: mhd_connection_context(connection)))
        )
        return answer(incoming, with: handler(request), on: connection)
    }

    private func answer(
        _ incoming: IncomingRequest,
        with answer: ServerResponse,
        on connection: OpaquePointer
    ) -> MHD_Result {
        switch answer.ending {
        case .dropWithoutAnswer:
            return .NO
        case .neverAnswer:
            incoming.isHeld = held.hold(connection)
            return incoming.isHeld ? .YES : .NO
        case .keepAlive, .close:
            return queue(answer, on: connection)
        }
    }

    private func queue(_ answer: ServerResponse, on connection: OpaquePointer) -> MHD_Result {
        let response = answer.body.withUnsafeBytes { body in
            MHD_create_response_from_buffer(
                body.count,
                UnsafeMutableRawPointer(mutating: body.baseAddress),
                .RESPMEM_MUST_COPY
            )
        }
        guard let response else { return .NO }
        defer { MHD_destroy_response(response) }
        for (name, value) in answer.headers where MHD_add_response_header(response, name, value) == .NO {
            return .NO
        }
        if answer.ending == .close {
            guard MHD_add_response_header(response, "Connection", "close") == .YES else { return .NO }
        }
        // Whoever is known to ask for something may keep the connection for the next time.
        if answer.status < 400, answer.earnsTrust { _ = mhd_set_idle_seconds(connection, Self.idleSeconds) }
        return MHD_queue_response(connection, UInt32(clamping: answer.status), response)
    }

    private func values(_ kind: MHD_ValueKind, of connection: OpaquePointer) -> [(name: String, value: String)] {
        var values: [(name: String, value: String)] = []
        withUnsafeMutablePointer(to: &values) { values in
            _ = MHD_get_connection_values(
                connection,
                kind,
                { values, _, name, value in
                    guard let name, let values else { return .YES }
                    values.assumingMemoryBound(to: [(name: String, value: String)].self)
                        .pointee.append((String(cString: name), value.map { String(cString: $0) } ?? ""))
                    return .YES
                },
                values
            )
        }
        return values
    }
}
