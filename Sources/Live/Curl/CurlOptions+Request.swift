import CCurl
import Shared

extension CurlOptions {
    /// The longest that a TCP connection and the name before it may take, in milliseconds.
    private static let connectTimeout = 10_000

    /// What is the same for every request.
    mutating func setConnection(certificates: String) {
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_TCP_KEEPALIVE, 1)
        set(CURLOPT_DNS_CACHE_TIMEOUT, 0)
        // A name server that hangs holds up neither the timeout nor a cancellation; its thread ends by itself.
        set(CURLOPT_QUICK_EXIT, 1)
        // A folder is searched for the one certificate; a bundle would be loaded whole, 0.8 MB.
        set(CURLOPT_CAPATH, certificates)
        set(CURLOPT_CAINFO, nil)
        set(CURLOPT_PROXY_CAPATH, certificates)
        set(CURLOPT_PROXY_CAINFO, nil)
    }

    /// - Parameters:
    ///   - body: Not copied: the pointer must stay valid until the request ended, as must `headers`.
    mutating func setRequest(
        _ request: HTTPRequest,
        to url: CurlURL,
        body: UnsafeRawBufferPointer,
        headers: borrowing CurlHeaders
    ) {
        set(CURLOPT_URL, request.url.exposed)
        set(CURLOPT_HTTPHEADER, pointer: headers.list)
        setTrust(request.settings)
        // None of the environment. One would see plain HTTP, and its address would pass for the server's.
        set(CURLOPT_PROXY, url.isPlain ? "" : request.settings.proxy?.exposed ?? "")
        let timeout = CurlOptions.milliseconds(request.timeout)
        set(CURLOPT_TIMEOUT_MS, timeout)
        set(CURLOPT_CONNECTTIMEOUT_MS, min(timeout, CurlOptions.connectTimeout))
        switch request.method {
        case .get:
            set(CURLOPT_HTTPGET, 1)
        case .post:
            set(CURLOPT_POST, 1)
            set(CURLOPT_POSTFIELDSIZE_LARGE, offset: body.count)
            // Without a pointer libcurl would read the body from standard input.
            if body.isEmpty {
                set(CURLOPT_COPYPOSTFIELDS, "")
            } else {
                set(CURLOPT_POSTFIELDS, pointer: body.baseAddress)
            }
        }
    }

    private mutating func setTrust(_ settings: ConnectionSettings) {
        // Besides the folder, which stays in force.
        if let certificates = settings.certificates { set(CURLOPT_CAINFO_BLOB, bytes: Array(certificates.utf8)) }
        if let keys = settings.pinnedKeys { set(CURLOPT_PINNEDPUBLICKEY, keys) }
        guard let client = settings.clientCertificate else { return }
        set(CURLOPT_SSLCERT_BLOB, bytes: Array(client.exposed.utf8))
        set(CURLOPT_SSLKEY_BLOB, bytes: Array(client.exposed.utf8))
    }

    /// At least 1: 0 would mean without end.
    private static func milliseconds(_ duration: Duration) -> Int {
        let duration = min(max(duration, .milliseconds(1)), .seconds(86_400))
        let parts = duration.components
        return Int(parts.seconds) * 1000 + Int(parts.attoseconds / 1_000_000_000_000_000)
    }
}
