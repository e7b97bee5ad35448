import SensorSDK
import Shared

extension VolumeStatistics {
    /// What the numbers mean for a reading that comes from `statvfs`.
    func outcome(of reading: VolumeReading) -> Reading.Outcome {
        let value: SensorValue? =
            switch reading {
            case .total: blocks > 0 ? bytes(blocks) : nil
            case .used: blocks > 0 ? usedBlocks.flatMap(bytes) : nil
            case .available: blocks > 0 && availableBlocks <= blocks ? bytes(availableBlocks) : nil
            case .usedPercent: usedPercent.map(SensorValue.number)
            case .inodesUsedPercent: inodesUsedPercent.map(SensorValue.number)
            case .readOnly, .errorCount: nil
            }
        if reading == .inodesUsedPercent, files == 0 { return .unavailable(.notApplicable) }
        return value.map(Reading.Outcome.value) ?? .unavailable(.implausible)
    }

    /// `nil` where more blocks are free than there are.
    private var usedBlocks: UInt64? {
        blocks >= freeBlocks ? blocks - freeBlocks : nil
    }

    /// Of what everyone may use, in percent with one decimal: blocks that are kept for root count neither as used nor as free.
    private var usedPercent: Double? {
        guard blocks > 0, availableBlocks <= blocks, let usedBlocks else { return nil }
        return Self.percent(Double(usedBlocks), of: Double(usedBlocks) + Double(availableBlocks))
    }

    private var inodesUsedPercent: Double? {
        guard files >= freeFiles else { return nil }
        return Self.percent(Double(files - freeFiles), of: Double(files))
    }

    /// `nil` when the product does not fit: FUSE file systems claim sizes beyond 64 bits.
    private func bytes(_ count: UInt64) -> SensorValue? {
        let (product, overflow) = count.multipliedReportingOverflow(by: blockSize)
        guard !overflow, blockSize > 0 else { return nil }
        return Int64(exactly: product).map(SensorValue.integer)
    }

    private static func percent(_ part: Double, of whole: Double) -> Double? {
        whole > 0 ? (part / whole * 1000).rounded() / 10 : nil
    }
}
