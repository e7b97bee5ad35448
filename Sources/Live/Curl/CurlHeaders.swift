import CCurl
import Shared

/// The header lines of one request, as libcurl's list.
struct CurlHeaders: ~Copyable {
    private(set) var list: UnsafeMutablePointer<curl_slist>?

    /// - Returns: `nil` without memory.
    init?(_ headers: [(name: String, value: Secret)]) {
        var lines = headers.map { CurlHeaders.line($0.name, $0.value.exposed) }
        // A name alone takes a header of libcurl's own away: the wait for "100 Continue", and a type that nobody asked for.
        lines.append("Expect:")
        if !headers.contains(where: { $0.name.lowercased() == "content-type" }) { lines.append("Content-Type:") }
        for line in lines {
            guard let longer = curl_slist_append(list, line) else { return nil }
            list = longer
        }
    }

    deinit {
        curl_slist_free_all(list)
    }

    private static func line(_ name: String, _ value: String) -> String {
        // A line break or NUL would end the line early; RFC 9110 (5.5) has a blank instead.
        let value = String(
            String.UnicodeScalarView(value.unicodeScalars.map { "\r\n\0".unicodeScalars.contains($0) ? " " : $0 })
        )
        return value.isEmpty ? "\(name);" : "\(name): \(value)"
    }
}
