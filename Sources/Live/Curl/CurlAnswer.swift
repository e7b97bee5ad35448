import CCurl

/// What libcurl's callbacks decide and collect during one request. Only the thread that runs the request touches it.
final class CurlAnswer {
    /// Why a callback ended the request.
    enum Refusal {
        case tooLong
        case notLocal(address: String)
        /// libcurl wanted to send it a second time, over a fresh connection.
        case sentBefore
    }

    private let longest: Int
    private let admits: (_ address: String) -> Bool
    private var wasSent = false
    private(set) var refusal: Refusal?
    private(set) var body: [UInt8] = []

    /// - Parameters:
    ///   - longest: The most bytes of a body that are taken.
    ///   - admits: Whether the request may be written to the address that libcurl is connected to.
    init(longest: Int, admits: @escaping (_ address: String) -> Bool) {
        self.longest = longest
        self.admits = admits
    }

    /// Asked when the connection stands and nothing of the request is written.
    fileprivate func mayBeSent(to address: String) -> Bool {
        if wasSent {
            refusal = .sentBefore
        } else if !admits(address) {
            refusal = .notLocal(address: address)
        }
        wasSent = true
        return refusal == nil
    }

    fileprivate func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= longest - body.count else {
            refusal = .tooLong
            body = []
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }
}

extension CurlOptions {
    /// Makes `answer` the receiver of what libcurl gets. It must outlive the request.
    mutating func setReceiver(_ answer: CurlAnswer) {
        let receiver = Unmanaged.passUnretained(answer).toOpaque()
        setWriteFunction { bytes, size, count, receiver in
            guard let receiver else { return 0 }
            let answer = Unmanaged<CurlAnswer>.fromOpaque(receiver).takeUnretainedValue()
            return answer.take(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
        }
        set(CURLOPT_WRITEDATA, pointer: receiver)
        setPrereqFunction { receiver, address, _, _, _ in
            guard let receiver, let address else { return CURL_PREREQFUNC_ABORT }
            let answer = Unmanaged<CurlAnswer>.fromOpaque(receiver).takeUnretainedValue()
            return answer.mayBeSent(to: String(cString: address)) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
        set(CURLOPT_PREREQDATA, pointer: receiver)
    }
}
