/// What a battery does; the raw value is the kernel's word as ``PowerSupply`` gives it.
enum Direction: String, Sendable {
    case charging, discharging
}
