import Shared
import Testing

@Suite struct DevicePathTests {
    @Test(
        "numbers that the kernel counts up leave a path, and what tells ports apart stays",
        arguments: [
            (
                "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.2/0003:046D:C52B.0003",
                "0000:00:14.0/usb/2/2:1.2/0003:046D:C52B"
            ),
            (
                "/sys/devices/pci0000:00/0000:00:14.0/usb2/2-2.3/host7/hidpp_battery_12",
                "0000:00:14.0/usb/2.3/host/hidpp_battery_"
            ),
            ("/sys/devices/a/bluetooth/hci0/hci0:256", "hci/hci"),
            ("/sys/devices/LNXSYSTM:00/PNP0C0A:01/power_supply/BAT1", "LNXSYSTM:00/PNP0C0A:01/power_supply/BAT1"),
            ("/sys/devices/pci0000:00/0000:03:00.0/net/enp3s0", "0000:03:00.0/net/enp3s0"),
            (
                "/sys/devices/pci0000:00/0000:00:17.0/ata3/host2/target2:0:1/2:0:1:0/block/sdab",
                "0000:00:17.0/ata/host/target/0:1:0/block/sd"
            ),
            ("/sys/devices/platform/mmc/mmc_host/mmc1/mmc1:0001/block/mmcblk1", "mmc_host/mmc/mmc/block/mmcblk"),
            ("/sys/devices/platform/soc/ieee80211/phy0", "ieee80211/phy"),
        ]
    )
    func counters(path: String, expected: String) {
        #expect(DevicePath.withoutKernelCounters(path).hasSuffix(expected))
    }
}
