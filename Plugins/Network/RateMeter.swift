import SensorSDK
import Synchronization

/// Makes rates from counters; keeps the last sample of each.
final class RateMeter: Sendable {
    private struct Sample {
        var count: UInt64
        /// Time since boot.
        var time: Duration
        /// The longest gap of late; one that is shorter, such as after a hurried reading, takes its place little by little.
        var usualGap = Duration.zero
        /// The last gap, if it was too long: once more it is the interval.
        var longGap = Duration.zero
        var result: Result<Double, UnavailableReason>
    }

    private let samples = Mutex<[SensorID: Sample]>([:])
    /// Longest usual time between two samples: the default interval.
    private let defaultGap = Duration.seconds(30)
    /// Two samples that are closer tell nothing; the last rate stands.
    private let leastGap = Duration.seconds(1)

    /// Counts a second since the last sample.
    ///
    /// - Throws: ``UnavailableReason/waiting`` at the first sample, after a decrease (the counter began anew; a counter of
    ///   32 bits that ran over looks the same), and once after a gap of more than three intervals, such as a suspend. An
    ///   interval is the default one or, when the user chose a longer one, the gap before.
    func rate(of id: SensorID, _ count: UInt64, at time: Duration) throws(UnavailableReason) -> Double {
        let result = samples.withLock { samples in
            let next = next(after: samples[id], count, time)
            samples[id] = next
            return next.result
        }
        return try result.get()
    }

    /// Begins anew, since the counter is gone.
    func forget(_ id: SensorID) {
        samples.withLock { _ = $0.removeValue(forKey: id) }
    }

    private func next(after last: Sample?, _ count: UInt64, _ time: Duration) -> Sample {
        var sample = Sample(count: count, time: time, result: .failure(.waiting))
        guard let last else { return sample }
        sample.usualGap = last.usualGap
        guard count >= last.count else { return sample }
        let gap = time - last.time
        if gap < leastGap { return last }
        guard gap <= max(defaultGap, last.usualGap, last.longGap) * 3 else {
            sample.longGap = gap
            return sample
        }
        sample.usualGap = max(gap, last.usualGap * 7 / 8)
        sample.result = .success((Double(count - last.count) / (gap / .seconds(1))).rounded())
        return sample
    }
}
