import CCurl

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
