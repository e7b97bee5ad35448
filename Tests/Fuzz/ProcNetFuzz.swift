import SensorSDK
import Shared

@testable import Network

private let files = FuzzFiles()

/// `/proc/net/route`, `/proc/net/ipv6_route` and `/proc/net/if_inet6`, between bytes 0xFF.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzProcNet(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let pieces = FuzzInput(start, count).pieces
    for (number, name) in ["route", "ipv6_route", "if_inet6"].enumerated() {
        files.write(pieces.indices.contains(number) ? pieces[number] : [], to: "/proc/net/\(name)")
    }
    do throws(UnavailableReason) {
        let interface = try Routes.defaultInterface(FuzzNoNetlink(), files) { _ in nil }
        precondition(!interface.isEmpty, "an interface without a name")
    } catch {
        // No default route is an answer.
    }
    for line in String(decoding: pieces.last ?? [], as: UTF8.self).split(separator: "\n") {
        guard let (name, address) = InterfaceAddress.named(inLine: line) else { continue }
        precondition(!name.isEmpty && address.bytes.count == 16, "half an address")
        precondition(address.text != nil, "an address that nobody can write")
    }
    return 0
}
