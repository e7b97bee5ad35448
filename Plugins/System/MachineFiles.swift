import Glibc
import SensorSDK
import Shared

/// The kernel's files about the machine as a whole, as one listing or one call of `read` sees them: each is opened at most once.
struct MachineFiles {
    private let files: any FileTree
    private var texts: [String: Result<String, FileError>] = [:]

    static let load = "/proc/loadavg"
    static let memory = "/proc/meminfo"
    static let statistics = "/proc/stat"
    static let chips = "/sys/class/hwmon"

    init(_ files: any FileTree) {
        self.files = files
    }

    /// Whether this machine has it. What is there and can't be read is offered, and says why.
    mutating func offers(_ reading: SystemReading) -> Bool {
        switch reading {
        case .load1, .load5, .load15: exists(Self.load)
        case .memoryUsed, .memoryAvailable: exists(Self.memory)
        case .swapUsed, .swapFree: hasSwap
        case .lastBoot: exists(Self.statistics)
        case .underVoltage: underVoltageAlarm() != nil
        case .processorPressure, .memoryPressure, .memoryStall, .diskPressure, .diskStall:
            reading.pressure.map { exists(Self.pressure($0.resource)) } ?? false
        }
    }

    /// A machine without swap says that it has 0 kB of it.
    private var hasSwap: Bool {
        mutating get {
            guard exists(Self.memory) else { return false }
            do throws(UnavailableReason) {
                return try memory("SwapTotal") > 0
            } catch {
                return error != .notPresent
            }
        }
    }

    static func pressure(_ resource: String) -> String { "/proc/pressure/\(resource)" }

    private mutating func exists(_ path: String) -> Bool {
        switch answer(of: path) {
        case .success: true
        // A kernel that was told not to account for pressure has the files, but nothing in them.
        case .failure(let error): !error.isAbsence && error.code != EOPNOTSUPP
        }
    }

    /// The whole text of a file.
    mutating func text(_ path: String) throws(UnavailableReason) -> String {
        switch answer(of: path) {
        case .success(let text): return text
        case .failure(let error): throw error.reason
        }
    }

    private mutating func answer(of path: String) -> Result<String, FileError> {
        if let known = texts[path] { return known }
        let answer: Result<String, FileError>
        do throws(FileError) {
            // `/proc/stat` has a number for each interrupt line there could be.
            answer = .success(String(decoding: try files.readWhole(path, limit: 1 << 20), as: UTF8.self))
        } catch {
            answer = .failure(error)
        }
        texts[path] = answer
        return answer
    }

    /// The alarm file of the chip by which a Raspberry Pi says that its power supply is too weak; `nil` without that chip.
    func underVoltageAlarm() -> String? {
        // Without the class there are no chips.
        let chips = (try? files.entries(of: Self.chips)) ?? []
        for chip in chips {
            let folder = "\(Self.chips)/\(chip)"
            // A chip that is gone again, or does not tell its name, is not this one.
            if (try? files.text("\(folder)/name")) == "rpi_volt" { return "\(folder)/in0_lcrit_alarm" }
        }
        return nil
    }
}
