import Shared
import Testing

@testable import DeviceEvents

@Suite struct KnownDeviceTests {
    private func name(_ properties: [String: String]) -> String {
        KnownDevice(Device(path: "/devices/x", subsystem: "usb", properties: properties), noun: "USB device").name
    }

    @Test(
        "of each kind devices are counted, and not their parts, nor what has no hardware",
        arguments: [
            (DeviceCategory.input, "/devices/platform/i8042/serio0/input/input3", true),
            (.input, "/devices/platform/i8042/serio0/input/input3/event3", false),
            (.input, "/devices/virtual/input/input9", false),
            (.drm, "/devices/pci0000:00/0000:00:02.0/drm/card0", true),
            (.drm, "/devices/pci0000:00/0000:00:02.0/drm/card0/card0-HDMI-A-1", false),
            (.drm, "/devices/pci0000:00/0000:00:02.0/drm/renderD128", false),
            (.sound, "/devices/pci0000:00/0000:00:1f.3/sound/card0", true),
            (.sound, "/devices/pci0000:00/0000:00:1f.3/sound/card0/pcmC0D0p", false),
            (.net, "/devices/pci0000:00/0000:03:00.0/net/enp3s0", true),
            (.net, "/devices/virtual/net/docker0", false),
            (.powerSupply, "/devices/LNXSYSTM:00/PNP0C0A:00/power_supply/BAT0", true),
        ]
    )
    func counted(category: DeviceCategory, path: String, isCounted: Bool) {
        #expect(category.includes(Device(path: path, subsystem: category.filter.subsystem)) == isCounted)
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
