package import Shared

extension HomeAssistantKind {
    package func probe(_ question: ServerQuestion) async throws(OnboardingError) {
        let url = try ServerURL(question.url)
        // Open to everybody: what asks for a login would be noted there as a failed one.
        var request = HTTPRequest(method: .get, url: url.appending("/manifest.json"))
        request.plainHTTP = question.allowsPlainHTTP ? .anywhere : .onlyLocal
        request.settings = question.settings
        let connection = Current.http.connection()
        defer { connection.close() }
        let response: HTTPResponse
        do {
            response = try await connection.send(request)
        } catch {
            switch error {
            case .badURL: throw .badURL(url.text)
            case .plainHTTPNotLocal(let host, let address): throw .plainHTTPNotLocal(host: host, address: address)
            // Something answers; the registration finds out what.
            case .answerTooLong: return
            default: throw .unreachable(error)
            }
        }
        guard (300..<400).contains(response.status) else { return }
        throw .redirected(to: (response.location ?? "somewhere else").printable(limit: 200))
    }
}
