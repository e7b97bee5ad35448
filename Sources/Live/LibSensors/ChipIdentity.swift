import Shared

/// What a name such as `hwmon3` stands for now. libsensors remembers names, and the kernel gives a name that became free
/// to another chip, so the two together tell whether it is still the same.
struct ChipIdentity: Sendable, Hashable {
    /// The folder below `/sys/devices` that the name leads to.
    let device: String
    /// The driver's name for the chip, `k10temp`: what libsensors calls prefix.
    let name: String?

    private static let folder = "/sys/class/hwmon"

    /// - Parameter path: `/sys/class/hwmon/hwmon3`
    /// - Returns: `nil` when there is no such chip.
    static func of(_ path: String, in files: any FileTree) -> ChipIdentity? {
        // Whatever the cause: a chip whose place can't be told is not the one that is asked for.
        guard let device = try? files.resolved(path) else { return nil }
        // Chips without a name exist; libsensors leaves them out.
        let name = try? files.text("\(path)/name")
        return ChipIdentity(device: device, name: name ?? nil)
    }

    /// All chips of the machine by path; empty where the kernel has none.
    static func all(in files: any FileTree) -> [String: ChipIdentity] {
        // A machine without the hwmon class has no chips.
        let names = (try? files.entries(of: folder)) ?? []
        var chips: [String: ChipIdentity] = [:]
        for name in names {
            let path = "\(folder)/\(name)"
            chips[path] = of(path, in: files)
        }
        return chips
    }
}
