import SensorSDK

/// What is read of a file system; the raw value is the last part of the id.
enum VolumeReading: String, Sendable, Hashable, CaseIterable {
    case total
    case used
    case available
    case usedPercent = "used_percent"
    case inodesUsedPercent = "inodes_used_percent"
    case readOnly = "read_only"
    case errorCount = "error_count"
}

extension VolumeReading {
    var title: String {
        switch self {
        case .total: "total"
        case .used: "used"
        case .available: "available"
        case .usedPercent: "used percent"
        case .inodesUsedPercent: "inodes used percent"
        case .readOnly: "read-only"
        case .errorCount: "errors"
        }
    }

    var kind: SensorKind { self == .readOnly ? .binarySensor : .sensor }

    var deviceClass: DeviceClass? {
        switch self {
        case .total, .used, .available: .dataSize
        case .usedPercent, .inodesUsedPercent, .errorCount: nil
        case .readOnly: .problem
        }
    }

    var unit: Unit? {
        switch self {
        case .total, .used, .available: .byte
        case .usedPercent, .inodesUsedPercent: .percent
        case .readOnly, .errorCount: nil
        }
    }

    var stateClass: StateClass? {
        switch self {
        case .readOnly: nil
        // A repair of the file system starts it anew.
        case .errorCount: .totalIncreasing
        default: .measurement
        }
    }

    var category: EntityCategory? {
        switch self {
        case .available, .usedPercent: nil
        case .total, .used, .inodesUsedPercent, .readOnly, .errorCount: .diagnostic
        }
    }

    var icon: String {
        switch self {
        case .total, .used, .available: "mdi:harddisk"
        case .usedPercent: "mdi:chart-donut"
        case .inodesUsedPercent: "mdi:file-multiple"
        case .readOnly: "mdi:lock-alert"
        case .errorCount: "mdi:alert-circle"
        }
    }

    /// Whether `statvfs` must be asked for it.
    var needsStatistics: Bool { self != .readOnly && self != .errorCount }
}
