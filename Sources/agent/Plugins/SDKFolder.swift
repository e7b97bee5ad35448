import FoundationEssentials
import Glibc

/// Where the Swift package is that plugins depend on.
enum SDKFolder {
    /// The Debian package's.
    static let installed = "/usr/share/sensor-agent/sdk"

    /// The installed one, else the clone that this program was built in; `nil` when there is neither.
    static var found: String? {
        if isPackage(installed) { return installed }
        // Without /proc nobody knows where this program is.
        guard var folder = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            return nil
        }
        while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
            folder = String(folder[..<slash])
            if isPackage(folder) { return folder }
        }
        return nil
    }

    /// Whether a folder is that package.
    static func isPackage(_ folder: String) -> Bool {
        access("\(folder)/Package.swift", R_OK) == 0 && access("\(folder)/Sources/SensorSDK", R_OK) == 0
    }
}
