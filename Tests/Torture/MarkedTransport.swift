import Shared

/// HTTP with a header that says which life of the daemon sent a request.
struct MarkedTransport: HTTPTransport {
    static let header = "X-Life"

    let transport: any HTTPTransport
    let life: Int

    func connection() -> any HTTPConnection { MarkedConnection(connection: transport.connection(), life: life) }
}
