import CSensors
import Glibc
import Shared

/// libsensors with its list of chips, as it was when this was made; cleaned up at the end of its life.
///
/// The library is one for the process and not thread safe: there may be one of these at a time, used by one thread.
struct LibSensors: ~Copyable {
    /// The machine's chips just before the library looked, by path.
    let identities: [String: ChipIdentity]
    /// The chips that the library knows, in its order.
    let chips: [LibSensorsChip]

    /// - Parameter configuration: A file in place of the system's.
    init(files: any FileTree, configuration: String?) throws(HardwareMonitorsError) {
        let identities = ChipIdentity.all(in: files)
        let file = configuration.flatMap { fopen($0, "re") }
        if let configuration, file == nil {
            throw .unusable(code: errno, text: "can't open \(configuration)")
        }
        defer { if let file { fclose(file) } }
        let code = sensors_init(file)
        guard code == 0 else {
            throw .unusable(code: code, text: String(cString: sensors_strerror(code)))
        }
        self.identities = identities
        var chips: [LibSensorsChip] = []
        var number: Int32 = 0
        while let name = sensors_get_detected_chips(nil, &number) {
            // One that came or went while the library looked is found when the sets are compared next time.
            if let chip = LibSensorsChip(name, identities: identities) { chips.append(chip) }
        }
        self.chips = chips
    }

    deinit {
        sensors_cleanup()
    }

    /// - Parameter path: `/sys/class/hwmon/hwmon3`
    func chip(at path: String) -> LibSensorsChip? {
        chips.first { $0.monitor.path == path }
    }
}
