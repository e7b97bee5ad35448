@testable import Live
import Shared
import Testing

@Suite("Notices for a slow reader")
struct NoticeBufferTests {
    private func notice(_ number: Int) -> DeviceNotice {
        .happened(action: "add", Device(path: "/devices/\(number)", subsystem: "usb"))
    }

    @Test("what was dropped is said behind what was kept, and what comes later is heard again")
    func overrun() async {
        let (stream, buffer) = NoticeBuffer.makeStream()
        for number in 0..<3000 { buffer.append(notice(number)) }
        var reader = stream.makeAsyncIterator()
        for number in 0..<1023 { #expect(await reader.next() == notice(number)) }
        #expect(await reader.next() == .overrun)
        buffer.append(notice(3000))
        #expect(await reader.next() == notice(3000))
    }

    @Test("a reader that starts to read before all is dropped still hears that something was")
    func interleaved() async {
        let (stream, buffer) = NoticeBuffer.makeStream()
        for number in 0..<1100 { buffer.append(notice(number)) }
        var reader = stream.makeAsyncIterator()
        for number in 0..<10 { #expect(await reader.next() == notice(number)) }
        for number in 1100..<1200 { buffer.append(notice(number)) }
        for number in 10..<1023 { #expect(await reader.next() == notice(number)) }
        #expect(await reader.next() == .overrun)
        for number in 1100..<1109 { #expect(await reader.next() == notice(number)) }
        #expect(await reader.next() == .overrun)
    }

    @Test("a reader that keeps up hears no overrun")
    func keepsUp() async {
        let (stream, buffer) = NoticeBuffer.makeStream()
        var reader = stream.makeAsyncIterator()
        for number in 0..<3000 {
            buffer.append(notice(number))
            #expect(await reader.next() == notice(number))
        }
    }
}
