import FoundationEssentials
import SensorSDK
import Shared

extension MachineFiles {
    mutating func value(of reading: SystemReading) throws(UnavailableReason) -> SensorValue {
        switch reading {
        case .load1: return .number(try load(0))
        case .load5: return .number(try load(1))
        case .load15: return .number(try load(2))
        case .memoryUsed:
            return .number(try Self.usedPercent(free: memory("MemAvailable"), of: memory("MemTotal")))
        case .memoryAvailable: return .integer(try Self.bytes(memory("MemAvailable")))
        case .swapUsed: return .number(try Self.usedPercent(free: memory("SwapFree"), of: swapTotal()))
        case .swapFree:
            _ = try swapTotal()
            return .integer(try Self.bytes(memory("SwapFree")))
        case .processorPressure, .memoryPressure, .memoryStall, .diskPressure, .diskStall:
            return .number(try pressure(reading, "avg60"))
        case .lastBoot: return .time(try bootTime())
        case .underVoltage: return .flag(try isUnderVoltage())
        }
    }

    /// The shorter and the longer average, as far as they can be read.
    mutating func attributes(of reading: SystemReading) -> [String: SensorValue] {
        guard reading.pressure != nil else { return [:] }
        var attributes: [String: SensorValue] = [:]
        for word in ["avg10", "avg300"] {
            // The value beside it says what is wrong with the file.
            if let share = try? pressure(reading, word) { attributes[word] = .number(share) }
        }
        return attributes
    }

    /// When the kernel started, by its present idea of the time.
    mutating func bootTime() throws(UnavailableReason) -> Date {
        for line in try text(Self.statistics).split(separator: "\n") where line.hasPrefix("btime ") {
            guard let seconds = UInt64(line.dropFirst("btime ".count)) else { throw .malformed }
            // Beyond the year 9999 nobody can write it.
            guard (1...253_000_000_000).contains(seconds) else { throw .implausible }
            return Date(timeIntervalSince1970: Double(seconds))
        }
        throw .noData
    }

    private mutating func load(_ position: Int) throws(UnavailableReason) -> Double {
        let fields = try text(Self.load).split { $0 == " " || $0 == "\n" }
        guard fields.indices.contains(position) else { throw .noData }
        let load = try Self.number(fields[position])
        guard load < 1_000_000 else { throw .implausible }
        return load
    }

    /// Kibibytes of a line of `/proc/meminfo`.
    mutating func memory(_ name: String) throws(UnavailableReason) -> UInt64 {
        for line in try text(Self.memory).split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":"), line[..<colon] == name else { continue }
            let words = line[line.index(after: colon)...].split(separator: " ")
            guard words.count == 2, words[1] == "kB", let count = UInt64(words[0]) else { throw .malformed }
            return count
        }
        throw .notPresent
    }

    private mutating func swapTotal() throws(UnavailableReason) -> UInt64 {
        let total = try memory("SwapTotal")
        // It was switched off since it was listed.
        guard total > 0 else { throw .notApplicable }
        return total
    }

    private mutating func pressure(_ reading: SystemReading, _ average: String) throws(UnavailableReason) -> Double {
        guard let (resource, word) = reading.pressure else { throw .notPresent }
        for line in try text(Self.pressure(resource)).split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.first.map(String.init) == word else { continue }
            guard let field = fields.first(where: { $0.hasPrefix("\(average)=") }) else { throw .noData }
            let share = try Self.number(field.dropFirst(average.count + 1))
            guard share <= 100 else { throw .implausible }
            return share
        }
        throw .noData
    }

    private mutating func isUnderVoltage() throws(UnavailableReason) -> Bool {
        guard let path = underVoltageAlarm() else { throw .notPresent }
        switch try text(path).split(whereSeparator: \.isWhitespace).first {
        case "0": return false
        case "1": return true
        case nil: throw .noData
        default: throw .malformed
        }
    }

    private static func number(_ text: Substring) throws(UnavailableReason) -> Double {
        // Double also takes "inf", "nan" and hexadecimal digits.
        guard text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }), let number = Double(text) else {
            throw .malformed
        }
        return number
    }

    private static func usedPercent(free: UInt64, of total: UInt64) throws(UnavailableReason) -> Double {
        guard total > 0, free <= total else { throw .implausible }
        return (Double(total - free) / Double(total) * 1000).rounded() / 10
    }

    private static func bytes(_ kibibytes: UInt64) throws(UnavailableReason) -> Int64 {
        guard let count = Int64(exactly: kibibytes),
            case let (bytes, false) = count.multipliedReportingOverflow(by: 1024)
        else { throw .implausible }
        return bytes
    }
}
