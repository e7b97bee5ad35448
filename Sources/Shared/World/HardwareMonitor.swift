/// One chip of the kernel's hwmon class, as libsensors shows it.
package struct HardwareMonitor: Sendable, Hashable {
    package struct Feature: Sendable, Hashable {
        /// `sensors_feature_type`, as far as the agent knows them.
        package enum Kind: Sendable, Hashable {
            case voltage, fan, temperature, power, energy, current, humidity, intrusion
        }

        /// `temp1`, `fan2`: never the label, which may repeat or be missing.
        package var name: String
        package var kind: Kind
        /// As `sensors.conf` or the driver call it; the name again where there is none.
        package var label: String
        /// Names of what can be read: `temp1_input`, `temp1_crit`.
        package var subfeatures: [String]

        package init(name: String, kind: Kind, label: String, subfeatures: [String]) {
            self.name = name
            self.kind = kind
            self.label = label
            self.subfeatures = subfeatures
        }
    }

    /// `k10temp`
    package var prefix: String
    /// `k10temp-pci-00c3`: what `sensors` prints; neither unique nor stable.
    package var printedName: String
    /// `/sys/class/hwmon/hwmon3`; its number changes with each boot.
    package var path: String
    /// The folder below `/sys/devices` that `path` led to when the list was made: tells this chip from another one that has
    /// got its number since; `nil` where nobody asked.
    package var device: String?
    package var features: [Feature]

    package init(
        prefix: String,
        printedName: String,
        path: String,
        device: String? = nil,
        features: [Feature]
    ) {
        self.prefix = prefix
        self.printedName = printedName
        self.path = path
        self.device = device
        self.features = features
    }
}
