import SensorSDK
import Shared

@testable import System

private let paths = ["/proc/loadavg", "/proc/meminfo", "/proc/pressure/cpu", "/proc/pressure/memory", "/proc/stat"]

/// The files about the machine as a whole, between bytes 0xFF.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSystem(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let pieces = FuzzInput(start, count).pieces
    let files = FuzzFiles()
    for (number, path) in paths.enumerated() {
        files.write(pieces.indices.contains(number) ? pieces[number] : [], to: path)
    }
    var machine = MachineFiles(files)
    for reading in SystemReading.allCases where machine.offers(reading) {
        do throws(UnavailableReason) {
            switch try machine.value(of: reading) {
            case .number(let number): precondition(number.isFinite && number >= 0, "\(reading): \(number)")
            case .integer(let number): precondition(number >= 0, "\(reading): \(number)")
            default: break
            }
        } catch {
            // A reason is an answer.
        }
        for value in machine.attributes(of: reading).values {
            guard case .number(let share) = value, (0...100).contains(share) else {
                preconditionFailure("\(reading) has \(value)")
            }
        }
    }
    return 0
}
