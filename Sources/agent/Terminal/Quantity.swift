import Daemon
import SensorSDK

/// A value with its unit as a person reads it; bytes in the multiples of 1000 that disks and networks are sold in.
enum Quantity {
    static func text(_ value: ListedValue, unit: String?) -> String {
        guard let unit else { return value.description }
        guard unit == Unit.byte.rawValue || unit == Unit.bytesPerSecond.rawValue, var number = number(value) else {
            return "\(value) \(unit)"
        }
        var prefix = ""
        for next in ["k", "M", "G", "T", "P"] where abs(number) >= 1000 {
            number /= 1000
            prefix = next
        }
        let rounded = prefix.isEmpty ? number.rounded() : (number * 10).rounded() / 10
        return "\(ListedValue.number(rounded)) \(prefix)\(unit)"
    }

    private static func number(_ value: ListedValue) -> Double? {
        switch value {
        case .number(let number): number
        case .integer(let integer): Double(integer)
        case .flag, .text: nil
        }
    }
}
