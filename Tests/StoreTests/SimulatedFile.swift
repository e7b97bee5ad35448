import TestSupport

/// A file of which a part has reached the disk.
struct SimulatedFile {
    private enum Change {
        case write(offset: Int, [UInt8])
        case truncate(Int)
    }

    /// As it was synchronised last.
    private var durable: [UInt8]
    /// What came since.
    private var pending: [Change] = []

    /// What a disk writes as a whole, or not at all.
    private static let sector = 512

    init(_ durable: [UInt8] = []) { self.durable = durable }

    mutating func write(_ bytes: [UInt8], at offset: Int) { pending.append(.write(offset: offset, bytes)) }

    mutating func truncate(to length: Int) { pending.append(.truncate(length)) }

    mutating func synchronize() {
        for change in pending {
            switch change {
            case .write(let offset, let bytes): Self.put(bytes[...], at: offset, in: &durable)
            case .truncate(let length): Self.cut(to: length, &durable)
            }
        }
        pending = []
    }

    /// What is there after the power went: of what was not synchronised any sectors, each as it stood at any moment, and any
    /// length in between. What was written behind a change of length that was lost is lost with it.
    ///
    /// - Parameter percent: How much of it reached the disk, about.
    func afterCut(_ chance: inout SeededChance, percent: Int) -> [UInt8] {
        var bytes = durable
        var least = bytes.count
        var sectors: [Int: [(offset: Int, bytes: ArraySlice<UInt8>)]] = [:]
        var order: [Int] = []
        func settle() {
            for number in order {
                let pieces = sectors[number] ?? []
                let count = chance.happens(percent) ? pieces.count : chance.below(pieces.count + 1)
                for piece in pieces.prefix(count) { Self.put(piece.bytes, at: piece.offset, in: &bytes) }
            }
            sectors = [:]
            order = []
        }
        for change in pending {
            switch change {
            case .write(let offset, let written):
                var start = 0
                while start < written.count {
                    let number = (offset + start) / Self.sector
                    let end = min(written.count, (number + 1) * Self.sector - offset)
                    if sectors[number] == nil { order.append(number) }
                    sectors[number, default: []].append((offset + start, written[start..<end]))
                    start = end
                }
            case .truncate(let length):
                guard chance.happens(percent) else {
                    settle()
                    return bytes
                }
                settle()
                Self.cut(to: length, &bytes)
                least = min(least, length)
            }
        }
        settle()
        if bytes.count > least, chance.happens(30) { bytes.removeLast(chance.below(bytes.count - least + 1)) }
        return bytes
    }

    private static func put(_ piece: ArraySlice<UInt8>, at offset: Int, in bytes: inout [UInt8]) {
        cut(to: max(bytes.count, offset + piece.count), &bytes)
        bytes.replaceSubrange(offset..<offset + piece.count, with: piece)
    }

    private static func cut(to length: Int, _ bytes: inout [UInt8]) {
        if bytes.count > length { bytes.removeLast(bytes.count - length) }
        if bytes.count < length { bytes += repeatElement(0, count: length - bytes.count) }
    }
}
