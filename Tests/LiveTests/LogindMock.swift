import FoundationEssentials

/// What stands in for logind in tests.
enum LogindMock {
    static var isInstalled: Bool {
        ["/usr/bin/dbus-daemon", "/usr/lib/python3/dist-packages/dbusmock/templates/logind.py"].allSatisfy {
            FileManager.default.fileExists(atPath: $0)
        }
    }
}
