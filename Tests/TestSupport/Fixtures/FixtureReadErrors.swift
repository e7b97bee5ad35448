import Glibc

/// What the reads of one file answer: the same `errno` for ever, or one entry for each read.
package struct FixtureReadErrors: Sendable, Hashable, Decodable {
    /// One entry a read, the last for ever after; `nil` is a read that works.
    package let codes: [Int32?]

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let names: [String?]
        // Fails for a list, which is the other form.
        if let name = try? container.decode(String.self) {
            names = [name]
        } else {
            names = try container.decode([String?].self)
        }
        codes = try names.map { name in
            guard let name else { return nil }
            guard let code = Self.numbers[name] else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "unknown errno \(name)")
            }
            return code
        }
    }

    /// Numbers by name.
    package static let numbers: [String: Int32] = [
        "EPERM": EPERM, "ENOENT": ENOENT, "EINTR": EINTR, "EIO": EIO, "ENXIO": ENXIO, "EAGAIN": EAGAIN,
        "EACCES": EACCES, "EBUSY": EBUSY, "ENODEV": ENODEV, "ENOTDIR": ENOTDIR, "EINVAL": EINVAL,
        "ENOSPC": ENOSPC, "ERANGE": ERANGE, "ENODATA": ENODATA, "ETIMEDOUT": ETIMEDOUT, "ESTALE": ESTALE,
        "EREMOTEIO": EREMOTEIO, "EOPNOTSUPP": EOPNOTSUPP, "ENOTCONN": ENOTCONN, "EPROTO": EPROTO,
        "ENOSYS": ENOSYS, "ESHUTDOWN": ESHUTDOWN, "EOVERFLOW": EOVERFLOW, "ENOMEM": ENOMEM,
        "EWOULDBLOCK": EWOULDBLOCK, "ENOTSUP": ENOTSUP, "ENETDOWN": ENETDOWN, "ENETUNREACH": ENETUNREACH,
        "EHOSTDOWN": EHOSTDOWN, "EHOSTUNREACH": EHOSTUNREACH, "ECONNREFUSED": ECONNREFUSED,
        "ECONNRESET": ECONNRESET, "ECONNABORTED": ECONNABORTED, "ETIME": ETIME, "EILSEQ": EILSEQ,
        "EBADMSG": EBADMSG, "EUCLEAN": EUCLEAN, "ENOMEDIUM": ENOMEDIUM, "ENOTTY": ENOTTY, "EISDIR": EISDIR,
        "EMFILE": EMFILE, "ENFILE": ENFILE, "ENOLINK": ENOLINK, "ELOOP": ELOOP, "EBADF": EBADF, "EFAULT": EFAULT,
        "EDOM": EDOM, "E2BIG": E2BIG, "EFBIG": EFBIG, "ENAMETOOLONG": ENAMETOOLONG, "EEXIST": EEXIST,
    ]
}
