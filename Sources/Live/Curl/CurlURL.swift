import CCurl
import Shared

/// What libcurl reads out of a URL of `http` or `https`.
struct CurlURL {
    /// For people, as everything here: without user, path and query, which may be secret.
    let host: String
    /// Scheme, host and the port if one is given: `https://ha.example:8123`.
    let origin: String
    /// Whether it is `http`.
    let isPlain: Bool

    /// - Returns: `nil` for what is no whole URL, or has another scheme.
    init?(_ text: String) {
        guard !text.utf8.contains(0), let url = curl_url() else { return nil }
        defer { curl_url_cleanup(url) }
        guard curl_url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK,
            let scheme = CurlURL.part(CURLUPART_SCHEME, of: url),
            scheme == "http" || scheme == "https",
            let host = CurlURL.part(CURLUPART_HOST, of: url)
        else { return nil }
        self.host = host
        isPlain = scheme == "http"
        origin = "\(scheme)://\(host)" + (CurlURL.part(CURLUPART_PORT, of: url).map { ":\($0)" } ?? "")
    }

    private static func part(_ part: CURLUPart, of url: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(url, part, &text, 0) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text).printable()
    }
}
