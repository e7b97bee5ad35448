import CCurl

/// Sets options of an easy handle. Each is needed, so the first that libcurl refuses is kept in ``failure``.
struct CurlOptions {
    private let easy: UnsafeMutableRawPointer
    private(set) var failure: CURLcode?

    init(_ easy: UnsafeMutableRawPointer) {
        self.easy = easy
    }

    mutating func set(_ option: CURLoption, _ value: Int) {
        note(curl_set_long(easy, option, value))
    }

    mutating func set(_ option: CURLoption, offset value: Int) {
        note(curl_set_offset(easy, option, curl_off_t(value)))
    }

    mutating func set(_ option: CURLoption, _ value: String?) {
        note(curl_set_string(easy, option, value))
    }

    mutating func set(_ option: CURLoption, bytes: [UInt8]) {
        note(bytes.withUnsafeBytes { curl_set_bytes(easy, option, $0.baseAddress, $0.count) })
    }

    mutating func set(_ option: CURLoption, pointer value: UnsafeRawPointer?) {
        note(curl_set_pointer(easy, option, value))
    }

    mutating func setWriteFunction(_ function: curl_write_callback) {
        note(curl_set_write_function(easy, function))
    }

    mutating func setPrereqFunction(_ function: curl_prereq_callback) {
        note(curl_set_prereq_function(easy, function))
    }

    private mutating func note(_ code: CURLcode) {
        if code != CURLE_OK, failure == nil { failure = code }
    }
}
