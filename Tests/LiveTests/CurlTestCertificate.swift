import FoundationEssentials

/// A certificate for the name `localhost` alone, valid 2020 to 2120, that nobody trusts. Its key protects nothing.
enum CurlTestCertificate {
    static let tls = (
        certificate: """
        -----BEGIN CERTIFICATE-----
        MIIBVDCB+6ADAgECAgEBMAoGCCqGSM49BAMCMBwxGjAYBgNVBAMMEXNlbnNvciBh
        Z2VudCB0ZXN0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAcMRow
        GAYDVQQDDBFzZW5zb3IgYWdlbnQgdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEH
        A0IABKUW2/y6bKHEGHTRxKPHZyW3rBYSP+/vWrURwO47ddTp6U6WIhYuwSbbBjQ4
        bztsZyvKk/UQ7Zl/vf/7B3ELGTejLDAqMBQGA1UdEQQNMAuCCWxvY2FsaG9zdDAS
        BgNVHRMBAf8ECDAGAQH/AgEAMAoGCCqGSM49BAMCA0gAMEUCIQDTboH/mgMmvA4q
        LpKs3XCkpRPazTnvzQDPldc5mt1L9wIgXYvJxkJ+m0A0NefPMCKPO5mfmsIAMlqp
        v8tLugmPKqM=
        -----END CERTIFICATE-----
        """,
        key: """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgchTf7hzrbZzd1+nr
        DOPwHpYig3FUzQZSXA7jiMqqSTKhRANCAASlFtv8umyhxBh00cSjx2clt6wWEj/v
        71q1EcDuO3XU6elOliIWLsEm2wY0OG87bGcrypP1EO2Zf73/+wdxCxk3
        -----END PRIVATE KEY-----
        """
    )

    /// Its public key, as libcurl takes it.
    static let pin = "sha256//z14/5zFG7Ykz38kPjvAafVpcE98mrrUM7bB6hocHwT0="

    /// Runs `body` with the path of a folder in which OpenSSL finds this certificate and no other.
    static func withTrust<Value>(_ body: (_ folder: String) async throws -> Value) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "trust-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer {
            // A folder that stays in the temporary folder spoils nothing.
            try? FileManager.default.removeItem(at: folder)
        }
        // What `openssl x509 -hash` says of its subject.
        try Data(tls.certificate.utf8).write(to: folder.appending(path: "1540e203.0"))
        return try await body(folder.path)
    }
}
