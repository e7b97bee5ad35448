/// All that can be read of a supply; the raw value is the last part of the sensor's id.
enum SupplyReading: String, CaseIterable, Sendable {
    case level
    case status
    case charging
    case levelCoarse = "level_coarse"
    case power
    case current
    case voltage
    case energy
    case energyFull = "energy_full"
    case health
    case cycleCount = "cycle_count"
    case temperature
    case timeToEmpty = "time_to_empty"
    case timeToFull = "time_to_full"
    case healthStatus = "health_status"
    case chargeLimitStart = "charge_limit_start"
    case chargeLimitEnd = "charge_limit_end"
    /// Whether it charges as it sees fit, or was told not to.
    case chargeBehaviour = "charge_behaviour"
    /// Of a power input: whether it delivers.
    case online
    /// Of a power input: what was agreed on with what is plugged in, such as `PD`.
    case usbType = "usb_type"
    /// Of the machine as a whole.
    case onMains = "on_mains"
}
