import Shared
import Testing

@testable import DeviceEvents

@Suite struct KnownDeviceTests {
    private func name(_ properties: [String: String]) -> String {
        KnownDevice(Device(path: "/devices/x", subsystem: "usb", properties: properties), noun: "USB device").name
    }

    @Test(
        "a device is called what its maker calls it",
        arguments: [
            (["ID_VENDOR_ENC": #"ACME\x20\x20"#, "ID_MODEL_ENC": #"Drive\x2fQ\x20\x20Ünï"#], "ACME Drive/Q Ünï"),
            (["ID_VENDOR": "ACME", "ID_MODEL": "Data_Stick_3.0"], "ACME Data Stick 3.0"),
            (["ID_MODEL_ENC": #"\xe2\x98\x83"#], "☃"),
            (["ID_MODEL_ENC": #"broken\x2"#], #"broken\x2"#),
            (["ID_MODEL_ENC": #"no\xzzhex"#], #"no\xzzhex"#),
            (["ID_VENDOR_ENC": "Samsung", "ID_MODEL_ENC": #"SAMSUNG\x20SSD"#], "SAMSUNG SSD"),
            (["ID_MODEL": "c52b", "ID_MODEL_ID": "c52b", "ID_MODEL_FROM_DATABASE": "Receiver"], "Receiver"),
            (["ID_MODEL": "c52b", "ID_MODEL_ID": "C52B"], "c52b"),
            (["ID_MODEL_ENC": #"\x20\x20"#, "ID_MODEL_FROM_DATABASE": "Receiver"], "Receiver"),
            (["ID_NAME": "SC32G"], "SC32G"),
            (["ID_SERIAL": "SECRET", "ID_FS_LABEL": "HOLIDAY"], "USB device"),
            ([:], "USB device"),
        ] as [([String: String], String)]
    )
    func names(properties: [String: String], expected: String) {
        #expect(name(properties) == expected)
    }

    @Test("a name is one line of at most 64 characters that can't steer a terminal")
    func hostileNames() {
        let text = name([
            "ID_VENDOR_ENC": #"\x1b[31mACME\x0a"#, "ID_MODEL_ENC": String(repeating: "M\u{202e}", count: 200),
        ])
        #expect(text.count == 64)
        #expect(text.hasPrefix("[31mACME M"))
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202e })
    }
}
