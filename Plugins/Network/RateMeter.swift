import SensorSDK
import Synchronization

/// Makes rates from counters; keeps the last sample of each.
final class RateMeter: Sendable {
    private struct Sample {
        var count: UInt64
        /// Time since boot.
        var time: Duration
        /// How long before this one the last sample was.
        var gap: Duration?
        var result: Result<Double, UnavailableReason>
    }

    private let samples = Mutex<[SensorID: Sample]>([:])
    /// Longest usual time between two samples: the default interval.
    private let usualGap = Duration.seconds(30)
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
        let waiting = Sample(count: count, time: time, gap: last?.gap, result: .failure(.waiting))
        guard let last else { return waiting }
        guard count >= last.count else { return waiting }
        let gap = time - last.time
        if gap < leastGap { return last }
        var sample = waiting
        sample.gap = gap
        guard gap <= max(usualGap, last.gap ?? .zero) * 3 else { return sample }
        sample.result = .success((Double(count - last.count) / (gap / .seconds(1))).rounded())
        return sample
    }
}
