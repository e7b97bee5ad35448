import SensorSDK
import Shared

/// What a ``Disk`` tells of its health; the raw value is the last part of the id.
enum DiskReading: String, Sendable, Hashable, CaseIterable {
    /// Of an array: whether disks are missing.
    case degraded
    /// Of eMMC memory: how much of its life is used at most, in steps of ten percent.
    case lifeUsed = "life_used_percent"
    /// Of eMMC memory: how many of its spare blocks are used up.
    case reserve

    var file: String {
        switch self {
        case .degraded: "degraded"
        case .lifeUsed: "life_time"
        case .reserve: "pre_eol_info"
        }
    }

    var title: String {
        switch self {
        case .degraded: "degraded"
        case .lifeUsed: "life used percent"
        case .reserve: "reserve"
        }
    }

    var deviceClass: DeviceClass? {
        switch self {
        case .degraded: .problem
        case .lifeUsed: nil
        case .reserve: .enum
        }
    }

    var icon: String { self == .degraded ? "mdi:harddisk" : "mdi:memory" }

    /// - Parameter folder: ``Disk/folder``
    func value(in folder: String) throws(UnavailableReason) -> (value: SensorValue, attributes: [String: SensorValue]) {
        let text: String?
        do throws(FileError) {
            text = try Current.files.text("\(folder)/\(file)")
        } catch {
            throw Current.files.reason(for: error, in: folder)
        }
        guard let text else { throw .noData }
        switch self {
        case .degraded:
            guard let missing = UInt16(text) else { throw .malformed }
            return (.flag(missing > 0), ["missing": .integer(Int64(missing))])
        case .lifeUsed: return (.integer(try Self.lifeUsed(text)), [:])
        case .reserve: return (.text(try Self.reserve(text)), [:])
        }
    }

    /// `0x01 0x02`: of the two kinds of memory in the chip the one that is worse off. 0x01 is up to 10 %, 0x0A up to 100 %,
    /// 0x0B more than it was made for, which is 110 here.
    private static func lifeUsed(_ text: String) throws(UnavailableReason) -> Int64 {
        var worst = 0
        for word in text.split(separator: " ") { worst = max(worst, try hexadecimal(word)) }
        guard worst > 0 else { throw .noData }
        guard worst <= 0x0B else { throw .implausible }
        return Int64(worst * 10)
    }

    private static func reserve(_ text: String) throws(UnavailableReason) -> String {
        switch try hexadecimal(text[...]) {
        case 0: throw .noData
        case 1: return "normal"
        case 2: return "warning"
        case 3: return "urgent"
        default: throw .implausible
        }
    }

    private static func hexadecimal(_ word: Substring) throws(UnavailableReason) -> Int {
        guard word.hasPrefix("0x"), let number = UInt8(word.dropFirst(2), radix: 16) else { throw .malformed }
        return Int(number)
    }
}
