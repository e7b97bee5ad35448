import SensorSDK
package import Shared
import Synchronization

/// The chips of this machine through libsensors.
///
/// libsensors remembers `hwmonN` names from its start, and after a driver was loaded again such a name may be another
/// chip's: the library then gives that one's value without an error. So the list is made anew whenever the set of chips
/// has changed, when udev tells of one that came or went, and when a chip lacks a file that it had; and a value counts only
/// if its chip was the same before and after it was read.
package struct LiveHardwareMonitors: HardwareMonitors {
    /// The library is one for the process, and so is this; `nil` until it is needed. Calls wait here for each other, as
    /// long as a slow chip takes: callers read on a thread of their own.
    private static let library = Mutex<LibSensors?>(nil)

    /// Whether the list is to be made anew whatever the chips are called; nobody waits for a chip to say so.
    private static let isForgotten = Mutex(false)

    private let files = LiveFileTree()
    private let configuration: String?

    /// - Parameter configuration: A file in place of `/etc/sensors3.conf` and `/etc/sensors.d`; all that a process makes of
    ///   this type must agree on it.
    package init(configuration: String? = nil) {
        self.configuration = configuration
    }

    package func monitors() throws(HardwareMonitorsError) -> [HardwareMonitor] {
        try Self.library.withLock { library throws(HardwareMonitorsError) in
            let identities = ChipIdentity.all(in: files)
            guard !identities.isEmpty else {
                // libsensors takes a machine without chips for an error where the kernel has no folder for them.
                library = nil
                return []
            }
            dropForgotten(&library)
            if library?.identities != identities { try restart(&library) }
            return library?.chips.map(\.monitor) ?? []
        }
    }

    package func forget() {
        Self.isForgotten.withLock { $0 = true }
    }

    package func read(
        _ subfeatures: [String],
        of monitor: HardwareMonitor
    ) -> [String: Result<Double, HardwareMonitorsError>] {
        Self.library.withLock { library in
            dropForgotten(&library)
            // Only this chip's own name matters here, so one look at it does for the comparison of all.
            guard let identity = ChipIdentity.of(monitor.path, in: files),
                monitor.device == nil || monitor.device == identity.device
            else {
                return .unreadable(subfeatures, .notPresent)
            }
            do throws(HardwareMonitorsError) {
                if library?.identities[monitor.path] != identity { try restart(&library) }
            } catch {
                return Dictionary(subfeatures.map { ($0, .failure(error)) }) { first, _ in first }
            }
            guard let chip = library?.chip(at: monitor.path),
                chip.identity == identity, chip.monitor.prefix == monitor.prefix
            else {
                return .unreadable(subfeatures, .notPresent)
            }
            var values: [String: Result<Double, HardwareMonitorsError>] = [:]
            for name in subfeatures {
                values[name] = chip.value(of: name, files: files)
            }
            // A file that the library knows and the chip lacks: it was made anew under its old number.
            if values.values.contains(.failure(.unreadable(.notPresent))) { forget() }
            guard ChipIdentity.of(monitor.path, in: files) == identity else {
                return .unreadable(subfeatures, .notPresent)
            }
            return values
        }
    }

    private func dropForgotten(_ library: inout LibSensors?) {
        let isForgotten = Self.isForgotten.withLock { isForgotten in
            defer { isForgotten = false }
            return isForgotten
        }
        if isForgotten { library = nil }
    }

    /// Ends the library before it is started again: its state is global.
    private func restart(_ library: inout LibSensors?) throws(HardwareMonitorsError) {
        library = nil
        library = try LibSensors(files: files, configuration: configuration)
    }
}
