import CCurl
import Glibc
import Shared

extension HTTPError {
    /// - Parameters:
    ///   - code: What libcurl says.
    ///   - refusal: What our own callback said, if it ended the request.
    ///   - isProxied: Whether the connection that libcurl speaks of is one to a proxy.
    ///   - systemError: The errno of a connection that failed, or 0.
    ///   - detail: libcurl's text, which names hosts and ports but no other part of a URL.
    init(
        _ code: CURLcode,
        refusal: CurlAnswer.Refusal?,
        host: String,
        isProxied: Bool,
        systemError: Int32,
        detail: String
    ) {
        switch refusal {
        case .tooLong:
            self = .answerTooLong(host: host)
        case .notLocal(let address):
            self = .plainHTTPNotLocal(host: host, address: address.printable())
        case .sentBefore:
            self = .connectionBroken(host: host, detail: "it was closed while the request was sent")
        case nil:
            self.init(
                code,
                host: host,
                isProxied: isProxied,
                systemError: systemError,
                detail: detail.printable(limit: 200)
            )
        }
    }

    private init(_ code: CURLcode, host: String, isProxied: Bool, systemError: Int32, detail: String) {
        switch code {
        case CURLE_URL_MALFORMAT:
            self = .badURL
        // The scheme was checked before: the code is also given for an answer that is no HTTP.
        case CURLE_UNSUPPORTED_PROTOCOL:
            self = .connectionBroken(host: host, detail: "what answers there does not speak HTTP")
        case CURLE_COULDNT_RESOLVE_HOST:
            self = .nameNotFound(host: host)
        case CURLE_COULDNT_RESOLVE_PROXY:
            self = .connectionBroken(host: host, detail: "the name of the proxy has no address")
        case CURLE_COULDNT_CONNECT where isProxied, CURLE_PROXY where isProxied:
            self = .connectionBroken(
                host: host,
                detail: "the proxy can't be reached or does not let through: \(detail)"
            )
        case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
            self = .untrusted(host: host, detail: "its public key is none of those that are pinned")
        case CURLE_OPERATION_TIMEDOUT:
            self = .timedOut(host: host)
        case CURLE_COULDNT_CONNECT where systemError == ECONNREFUSED:
            self = .refused(host: host)
        case CURLE_COULDNT_CONNECT where systemError == ETIMEDOUT:
            self = .timedOut(host: host)
        case CURLE_COULDNT_CONNECT where systemError != 0:
            self = .connectionBroken(host: host, detail: String(cString: strerror(systemError)))
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CERTPROBLEM, CURLE_USE_SSL_FAILED:
            self = .untrusted(host: host, detail: detail)
        default:
            self = .connectionBroken(host: host, detail: detail)
        }
    }
}
