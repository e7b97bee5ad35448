/// Why a text can't be the name of a source.
package enum SourceNamingError: Error, Sendable, Hashable, CustomStringConvertible {
    case notAbsolute(String)
    case leadsUp(String)
    /// Longer than the kernel takes, or with a NUL in it.
    case tooLong
    case noInterface(String)
    /// Holds no serial number.
    case noDevice(String)

    package var description: String {
        switch self {
        case .notAbsolute(let text):
            "'\(text.printable(limit: 80))' is no mount point: give the whole path, such as /mnt/nas"
        case .leadsUp(let text):
            "'\(text.printable(limit: 80))' is no mount point: give the path without '..', as 'findmnt' shows it"
        case .noInterface(let text):
            "'\(text.printable(limit: 80))' is no name of a network interface: give one as 'ip link' shows it, such as br0"
        case .noDevice(let text):
            "'\(text.printable(limit: 80))' names no USB device: give usb:VENDOR:PRODUCT with the four digits each that 'lsusb' "
                + "shows after ID, such as usb:046d:c52b; where two are alike, add :SERIAL (iSerial in 'lsusb -v')"
        case .tooLong: "a path has at most 4095 bytes, and no NUL"
        }
    }
}
