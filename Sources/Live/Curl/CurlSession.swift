import CCurl
import Shared

/// The libcurl handles of one connection. libcurl keeps at most one connection open in them, which ends with this object.
///
/// One request runs at a time; its thread blocks until there is something to do.
final class CurlSession: @unchecked Sendable {
    // Safe: `wake()` calls what libcurl allows from any thread. All else is called by the serial queue of the one
    // connection that has this session, and by deinit, when nobody else is left.
    private let multi: UnsafeMutableRawPointer?
    private let easy: UnsafeMutableRawPointer?
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    /// Whom the request before this one went to, if it was answered.
    private var lastOrigin: String?

    private static let isUsable = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init() {
        multi = CurlSession.isUsable ? curl_multi_init() : nil
        easy = CurlSession.isUsable ? curl_easy_init() : nil
        curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 1)
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_multi_cleanup(multi)
        errorText.deallocate()
    }

    /// Lets a running request look whether it is still wanted.
    func wake() {
        curl_multi_wakeup(multi)
    }

    /// Sends a request and waits for the answer.
    ///
    /// - Parameters:
    ///   - certificates: The folder of trusted certificates.
    ///   - isLocal: Whether a numeric address may be reached by plain HTTP.
    ///   - isUnwanted: Whether to end it now; asked at the start and after each ``wake()``.
    func perform(
        _ request: HTTPRequest,
        certificates: String,
        isLocal: @escaping @Sendable (_ address: String) -> Bool,
        isUnwanted: () -> Bool
    ) throws(HTTPError) -> HTTPResponse {
        guard let url = CurlURL(request.url.exposed) else { throw .badURL }
        guard let multi, let easy, let headers = CurlHeaders(request.headers) else {
            throw .connectionBroken(host: url.host, detail: "libcurl has no memory")
        }
        // Afterwards libcurl knows neither pointers nor secrets of this request; the connection stays.
        defer { curl_easy_reset(easy) }
        let isRestricted = url.isPlain && request.plainHTTP == .onlyLocal
        let answer = CurlAnswer(longest: request.longestAnswer) { !isRestricted || isLocal($0) }
        errorText.pointee = 0

        let code = request.body.withUnsafeBytes { body in
            var options = CurlOptions(easy)
            options.setConnection(certificates: certificates)
            options.setRequest(request, to: url, body: body, headers: headers)
            options.setReceiver(answer)
            options.set(CURLOPT_ERRORBUFFER, pointer: errorText)
            return options.failure ?? CurlSession.run(easy, in: multi, isUnwanted: isUnwanted)
        }
        // libcurl may have kept the connection of an earlier request instead of the one before this.
        let isSameConnection = lastOrigin == url.origin && CurlSession.number(CURLINFO_NUM_CONNECTS, of: easy) == 0
        lastOrigin = code == CURLE_OK ? url.origin : nil
        guard let code else { throw .cancelled }
        guard code == CURLE_OK else { throw error(code, refusal: answer.refusal, for: request, to: url, of: easy) }
        return HTTPResponse(
            status: CurlSession.number(CURLINFO_RESPONSE_CODE, of: easy),
            body: answer.body,
            location: CurlSession.redirect(of: easy)?.origin,
            isSameConnection: isSameConnection,
            retryAfter: CurlSession.retryAfter(of: easy)
        )
    }

    /// - Returns: What became of it; `nil` if it was no longer wanted.
    private static func run(
        _ easy: UnsafeMutableRawPointer,
        in multi: UnsafeMutableRawPointer,
        isUnwanted: () -> Bool
    ) -> CURLcode? {
        guard curl_multi_add_handle(multi, easy) == CURLM_OK else { return CURLE_FAILED_INIT }
        // Ends the connection too if the answer is not there yet.
        defer { curl_multi_remove_handle(multi, easy) }
        while !isUnwanted() {
            var running: Int32 = 0
            var left: Int32 = 0
            guard curl_multi_perform(multi, &running) == CURLM_OK else { return CURLE_FAILED_INIT }
            if let message = curl_multi_info_read(multi, &left), message.pointee.msg == CURLMSG_DONE {
                return message.pointee.data.result
            }
            // Returns for data, for `wake()`, and for libcurl's own timers, such as the timeout of the request.
            guard curl_multi_poll(multi, nil, 0, Int32.max, nil) == CURLM_OK else { return CURLE_FAILED_INIT }
        }
        return nil
    }

    private func error(
        _ code: CURLcode,
        refusal: CurlAnswer.Refusal?,
        for request: HTTPRequest,
        to url: CurlURL,
        of easy: UnsafeMutableRawPointer
    ) -> HTTPError {
        let text = String(cString: errorText)
        return HTTPError(
            code,
            refusal: refusal,
            host: url.host,
            isProxied: !url.isPlain && request.settings.proxy != nil,
            systemError: Int32(clamping: CurlSession.number(CURLINFO_OS_ERRNO, of: easy)),
            detail: text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
        )
    }

    private static func number(_ info: CURLINFO, of easy: UnsafeMutableRawPointer) -> Int {
        var number = 0
        curl_get_long(easy, info, &number)
        return number
    }

    /// libcurl reads both forms, seconds and a date.
    private static func retryAfter(of easy: UnsafeMutableRawPointer) -> Duration? {
        var seconds: curl_off_t = 0
        curl_get_offset(easy, CURLINFO_RETRY_AFTER, &seconds)
        return seconds > 0 ? .seconds(Int64(seconds)) : nil
    }

    private static func redirect(of easy: UnsafeMutableRawPointer) -> CurlURL? {
        var text: UnsafeMutablePointer<CChar>?
        curl_get_string(easy, CURLINFO_REDIRECT_URL, &text)
        return text.flatMap { CurlURL(String(cString: $0)) }
    }
}
