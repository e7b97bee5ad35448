/// Why this machine could not be introduced to a server. Each text says what to do.
package enum OnboardingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Not `http://host:port` or `https://host`.
    case badURL(String)
    case unreachable(HTTPError)
    /// Plain HTTP off the local network; not sent.
    case plainHTTPNotLocal(host: String, address: String)
    /// 401 or 403: said once, never tried again.
    case tokenRefused(status: Int)
    /// What answers there is something else.
    case notHomeAssistant(detail: String)
    case redirected(to: String)
    case lacksMobileApp
    /// The server is starting; 404 on the registration path.
    case starting
    case tooOld(version: String, least: String)
    /// It registered without encryption; nothing is ever sent to it.
    case gaveNoSecret
    /// The server refused the registration itself.
    case refused(status: Int, detail: String)
    /// What the store holds for this server can't be read.
    case damagedCredentials
    /// A URL beyond the local network without TLS.
    case notHTTPS(url: String)
    /// What was handed in as certificates is something else.
    case badCertificates
    case badPinnedKeys
    case badClientCertificate
    case badProxy
    /// What was handed in as the key of a receiver is something else; the detail says what, and holds nothing of it.
    case badKey(detail: String)
    /// The kind of the server has no such setting.
    case noSuchSetting(kind: String)

    package var description: String {
        switch self {
        case .badURL(let url):
            "'\(url)' is no URL of a server; write it like http://homeassistant.local:8123"
        case .unreachable(let error):
            "the server can't be reached: \(error); check the URL and that Home Assistant runs"
        case .plainHTTPNotLocal(let host, let address):
            "\(host) is \(address), which is not on the local network, and the URL is plain http: token and webhook id would "
                + "be readable on the way; use https, or --insecure-http if you know what you do"
        case .tokenRefused(let status):
            "the server refused the token (\(status)); make a new long-lived access token in Home Assistant "
                + "(your name, Security) and try again"
        case .notHomeAssistant(let detail):
            "what answers there is no Home Assistant: \(detail); check host and port"
        case .redirected(let target):
            "the server sends on to \(target); if that is yours, give that URL instead"
        case .lacksMobileApp:
            "this Home Assistant does not run its integration mobile_app; add 'default_config:' or 'mobile_app:' to its "
                + "configuration.yaml and restart it"
        case .starting:
            "Home Assistant is still starting; try again in a minute"
        case .tooOld(let version, let least):
            "this Home Assistant is \(version); \(least) or later is needed, please update it"
        case .gaveNoSecret:
            "the server gave no encryption key, so nothing will be sent to it; delete the new device in Home Assistant "
                + "(Settings, Devices, Mobile App)"
        case .refused(let status, let detail):
            "the server refused the registration (\(status)): \(detail)"
        case .damagedCredentials:
            "what is stored for this server can't be read; remove it and add it again"
        case .notHTTPS(let url):
            "\(url) is plain http, and an external URL is for networks that are not yours; give an https URL"
        case .badCertificates:
            "this is no file of certificates: it must hold lines -----BEGIN CERTIFICATE----- (PEM) and no private key"
        case .badPinnedKeys:
            "this is no pinned key: write sha256// and 44 characters of base64, several joined by ';'; the manual says how to "
                + "make it"
        case .badClientCertificate:
            "this is no client certificate: the file must hold the certificate and its private key (PEM), without a passphrase"
        case .badProxy:
            "this is no URL of a proxy; write it like http://proxy.example:3128 or socks5h://[user:password@]proxy.example:1080"
        case .badKey(let detail):
            "this is no key file: \(detail); 'agent keys new' makes the line that belongs into it"
        case .noSuchSetting(let kind):
            "a server of the kind '\(kind)' has no such setting"
        }
    }
}
