import Shared
import Testing

@Suite struct DeviceNamesTests {
    @Test(
        "a hardware address is found in a name however it is written",
        arguments: [
            ("enx0200deadbeef", true), ("hid-02:00:00:aa:bb:cc-battery", true), ("02-00-00-AA-BB-CC", true),
            ("enp3s0", false), ("ucsi-source-psy-USBC000:001", false), ("0000:00:14.0", false), ("BAT0", false),
            ("0200deadbee", false), ("", false),
        ]
    )
    func addresses(name: String, holds: Bool) {
        #expect(DeviceNames.holdsHardwareAddress(name) == holds)
    }

    @Test("the first name that may be shown is taken, without what could steer a terminal")
    func firstShowable() {
        #expect(DeviceNames.firstShowable([nil, "", " ", "\u{1B}", "02:00:00:aa:bb:cc", "A\u{1B}[31mB"]) == "A[31mB")
        #expect(DeviceNames.firstShowable([nil, "\u{202E}"]) == nil)
    }

    @Test("two devices of one name get two names")
    func distinct() {
        let names = DeviceNames.distinct([("Mouse", "p_aaa111"), ("Mouse", "p_bbb222"), ("Pen", "p_ccc333")])
        #expect(names == ["Mouse", "Mouse bbb222", "Pen"])
    }
}
