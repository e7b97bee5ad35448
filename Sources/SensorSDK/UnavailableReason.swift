/// Why a sensor has no value now. A closed set: the words are shown to people, written to JSON and kept for ever.
public enum UnavailableReason: String, Sendable, Hashable, Codable, CaseIterable, Error {
    /// Device unplugged, unmounted, chip gone, battery bay empty.
    case notPresent = "not_present"
    /// The driver says "nothing now": ENODATA, ENODEV, EINVAL on a read, EAGAIN after a retry, an "unknown" code.
    case noData = "no_data"
    /// The device is in standby, suspended or switched off, and was deliberately not woken.
    case asleep
    /// EIO, ETIMEDOUT, EREMOTEIO, ESTALE.
    case inputOutput = "io_error"
    /// EACCES, EPERM.
    case permission
    /// The call did not come back in time.
    case timeout
    /// The hardware's own fault flag is set, or a foreign check says that it did not run.
    case fault
    /// A known code for "unset", or outside of physics.
    case implausible
    /// Text that is no number, or a value that does not fit its sensor.
    case malformed
    /// Without meaning in the present state, such as the time to full while discharging.
    case notApplicable = "not_applicable"
    /// Needs a second sample.
    case waiting
    /// The whole plugin is quarantined, died, or does not speak the protocol.
    case plugin
    /// On the wire only: the agent or the machine is going down.
    case stopped
}
