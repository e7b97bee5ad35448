import Shared
import Testing

struct ConnectionSettingsTests {
    private static let certificate = "-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n"
    private static let key = "-----BEGIN PRIVATE KEY-----\nMA==\n-----END PRIVATE KEY-----\n"
    private static let pin = "sha256//" + String(repeating: "A", count: 43) + "="

    @Test(
        "what an owner can set is taken, and taken away again",
        arguments: [
            ConnectionSetting.certificates(certificate), .pinnedKeys(pin), .pinnedKeys("\(pin);\(pin)"),
            .clientCertificate(Secret(certificate + key)), .proxy(Secret("http://proxy.example:3128")),
            .proxy(Secret("socks5h://me:word@[::1]:1080/")),
        ]
    )
    func taken(setting: ConnectionSetting) throws {
        var settings = ConnectionSettings()
        try settings.set(setting)
        #expect(settings != ConnectionSettings())
        for none in [ConnectionSetting.certificates(nil), .pinnedKeys(nil), .clientCertificate(nil), .proxy(nil)] {
            try settings.set(none)
        }
        #expect(settings == ConnectionSettings())
    }

    @Test(
        "what is plainly something else is refused, and what was set before stays",
        arguments: [
            ConnectionSetting.certificates(key), .certificates(""), .certificates(certificate + key),
            .pinnedKeys(""), .pinnedKeys("sha256//"), .pinnedKeys("sha1//\(pin)"), .pinnedKeys("\(pin);"),
            .clientCertificate(Secret(certificate)), .clientCertificate(Secret(key)),
            .clientCertificate(Secret(certificate + "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMA==\n")),
            .proxy(Secret("proxy.example:3128")), .proxy(Secret("ftp://proxy.example")), .proxy(Secret("http://")),
            .proxy(Secret("http://proxy.example/path")),
        ]
    )
    func refused(setting: ConnectionSetting) throws {
        let before = ConnectionSettings(
            certificates: Self.certificate,
            pinnedKeys: Self.pin,
            clientCertificate: Secret(Self.certificate + Self.key),
            proxy: Secret("http://proxy.example")
        )
        var settings = before
        #expect(throws: OnboardingError.self) { try settings.set(setting) }
        #expect(settings == before)
    }
}
