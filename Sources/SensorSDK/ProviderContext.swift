/// What a provider is made with: how ids are formed on this installation, and the sources that its owner named.
public struct ProviderContext: Sendable {
    /// The first part of all ids: `battery`; of a plugin `plugin_` and the name of its file.
    public let family: String
    /// Sources that the owner named explicitly for this family, such as `/mnt/nas`; in the order in which they were named.
    public let namedSources: [String]
    private let salt: [UInt8]
    private let sha256: @Sendable ([UInt8]) -> [UInt8]
    /// In a plugin's process, which knows no salt: the host makes the digits.
    private let secrets: SecretLedger?

    /// - Parameters:
    ///   - family: See ``family``.
    ///   - salt: 16 random bytes that were made when the agent first started here.
    ///   - namedSources: See ``namedSources``.
    ///   - sha256: The 32 bytes of the SHA-256 digest of its argument.
    public init(
        family: String = "plugin",
        salt: [UInt8],
        namedSources: [String] = [],
        sha256: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) {
        self.family = family
        self.salt = salt
        self.namedSources = namedSources
        self.sha256 = sha256
        secrets = nil
    }

    /// What a plugin is made with: neither salt nor SHA-256 are there, so that what is secret goes to the host, which hashes
    /// it, and what only tells names apart gets digits of another stable digest.
    init(family: String, namedSources: [String], secrets: SecretLedger) {
        self.family = family
        self.namedSources = namedSources
        self.secrets = secrets
        salt = []
        sha256 = StableDigest.bytes
    }

    /// The id of one of this family's sensors.
    ///
    /// - Throws: ``SensorIDError`` when thing or reading are no parts of an id; ``part(from:)`` makes one of any name.
    public func sensor(_ thing: String, _ reading: String) throws(SensorIDError) -> SensorID {
        try SensorID(family: family, thing: thing, reading: reading)
    }

    /// A stable name for what identifies a person's hardware (serial, MAC, UUID): 12 hexadecimal digits that mean nothing
    /// outside this installation.
    ///
    /// - Parameter secretParts: What only together is unique; the same parts always give the same id here.
    public func id(for secretParts: String...) -> String {
        if let secrets { return secrets.standIn(for: secretParts) }
        let joined = secretParts.map { Array($0.utf8) }.joined(separator: [0])
        return hexadecimal(sha256(salt + joined), digits: 12)
    }

    /// A part of a ``SensorID`` from a name that identifies nobody: ASCII lower case, each run of other characters one `_`.
    ///
    /// If more than the case changed, `_` and six hexadecimal digits of the name's SHA-256 follow, so that two names never
    /// become one part. Over 40 characters it is cut to 33 before the digits.
    public func part(from name: String) -> String {
        part(from: Array(name.utf8), hashed: Array(name.utf8), caseMatters: false, slashIsPlain: false)
    }

    /// A part from a name that a foreign program gave to something: digits follow unless it is a part as it stands.
    public func part(fromForeign name: String) -> String {
        part(from: Array(name.utf8), hashed: Array(name.utf8), caseMatters: true, slashIsPlain: false)
    }

    /// The part of a mount point: `/` is `root`, `/mnt/nas` is `mnt_nas`.
    ///
    /// Digits follow unless the path is plain lower case; a `/` inside counts as plain when the path has no `_` of its own.
    /// - Parameter path: The bytes of the path, which need not be UTF-8.
    public func part(fromMountPoint path: [UInt8]) -> String {
        let slash = UInt8(ascii: "/")
        if path == [slash] { return "root" }
        let tail = path.first == slash ? Array(path.dropFirst()) : path
        return part(
            from: tail,
            hashed: path,
            caseMatters: true,
            slashIsPlain: !path.contains(UInt8(ascii: "_")) && tail != Array("root".utf8),
            isTaken: tail == Array("root".utf8)
        )
    }

    /// Six hexadecimal digits of the text's SHA-256, for telling apart two things that would share an id.
    public func digits(of text: String) -> String {
        hexadecimal(sha256(Array(text.utf8)), digits: 6)
    }

    /// - Parameter isTaken: Whether the plain form means something else already.
    private func part(
        from name: [UInt8],
        hashed: [UInt8],
        caseMatters: Bool,
        slashIsPlain: Bool,
        isTaken: Bool = false
    ) -> String {
        var result: [UInt8] = []
        var isPlain = !isTaken
        for byte in name {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                result.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                result.append(byte | 0x20)
                if caseMatters { isPlain = false }
            default:
                if byte != UInt8(ascii: "/") || !slashIsPlain || result.last == UInt8(ascii: "_") { isPlain = false }
                if result.last != UInt8(ascii: "_") { result.append(UInt8(ascii: "_")) }
            }
        }
        let untrimmed = result.count
        let underscore = UInt8(ascii: "_")
        result = Array(result.drop { $0 == underscore })
        while result.last == underscore { result.removeLast() }
        if result.count != untrimmed || result.isEmpty { isPlain = false }

        if isPlain, result.count <= SensorID.longestPart { return String(decoding: result, as: UTF8.self) }
        let digits = hexadecimal(sha256(hashed), digits: 6)
        let kept = result.count + 1 + digits.count <= SensorID.longestPart ? result[...] : result.prefix(33)
        return String(decoding: kept, as: UTF8.self) + "_" + digits
    }

    private func hexadecimal(_ bytes: [UInt8], digits: Int) -> String {
        let alphabet = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in bytes where text.count < digits {
            text.append(alphabet[Int(byte >> 4)])
            text.append(alphabet[Int(byte & 15)])
        }
        return String(decoding: text.prefix(digits), as: UTF8.self)
    }
}
