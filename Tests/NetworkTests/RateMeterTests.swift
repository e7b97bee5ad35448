import SensorSDK
import Testing

@testable import Network

@Suite struct RateMeterTests {
    let meter = RateMeter()

    private func rate(_ count: UInt64, at seconds: Int) throws -> Result<Double, UnavailableReason> {
        let id = try SensorID("network.eth0.rx_rate")
        do throws(UnavailableReason) {
            return .success(try meter.rate(of: id, count, at: .seconds(seconds)))
        } catch {
            return .failure(error)
        }
    }

    @Test("after a suspend the rate waits once, instead of spreading a night over one value")
    func suspend() throws {
        #expect(try rate(0, at: 0) == .failure(.waiting))
        #expect(try rate(3000, at: 30) == .success(100))
        #expect(try rate(9000, at: 8 * 3600) == .failure(.waiting))
        #expect(try rate(12000, at: 8 * 3600 + 30) == .success(100))
    }

    @Test("who chose a long interval gets rates too")
    func longInterval() throws {
        #expect(try rate(0, at: 0) == .failure(.waiting))
        #expect(try rate(600, at: 600) == .failure(.waiting))
        #expect(try rate(1200, at: 1200) == .success(1))
    }

    @Test("a hurried reading in between does not make the next one wait")
    func hurried() throws {
        for seconds in [0, 600] { #expect(try rate(UInt64(seconds), at: seconds) == .failure(.waiting)) }
        #expect(try rate(1200, at: 1200) == .success(1))
        #expect(try rate(1205, at: 1205) == .success(1))
        #expect(try rate(1800, at: 1800) == .success(1))
    }

    @Test("a suspend after a suspend waits once more, whatever was usual before")
    func suspendedTwice() throws {
        #expect(try rate(0, at: 0) == .failure(.waiting))
        #expect(try rate(3000, at: 30) == .success(100))
        #expect(try rate(3000, at: 8 * 3600) == .failure(.waiting))
        #expect(try rate(6000, at: 8 * 3600 + 30) == .success(100))
        #expect(try rate(6000, at: 16 * 3600) == .failure(.waiting))
    }

    @Test("two readings in one moment agree, and the second does not spoil the next")
    func sameMoment() throws {
        #expect(try rate(0, at: 0) == .failure(.waiting))
        #expect(try rate(1000, at: 10) == .success(100))
        #expect(try rate(1000, at: 10) == .success(100))
        #expect(try rate(2000, at: 20) == .success(100))
    }

    @Test("a counter near the end of 64 bits is no trap")
    func largeCounters() throws {
        #expect(try rate(.max - 10, at: 0) == .failure(.waiting))
        #expect(try rate(.max, at: 10) == .success(1))
        #expect(try rate(0, at: 20) == .failure(.waiting))
    }
}
