extension DemoNode {
    /// `/sys/class/hwmon`, for what libsensors does not tell: where a chip sits.
    static func addChips(to nodes: inout [String: DemoNode]) {
        for chip in DemoChip.all {
            let name = chip.device.split(separator: "/").last ?? ""
            let folder = "devices/\(chip.device)/hwmon/hwmon\(chip.number)"
            nodes[chip.path] = .link("../../\(folder)")
            nodes["/sys/\(folder)/name"] = .text(chip.driver + "\n")
            nodes["/sys/\(folder)/device"] = .link("../../../\(name)")
            let isDrive = chip.device == DemoChip.nvmePath
            nodes["/sys/devices/\(chip.device)/subsystem"] = .link(isDrive ? "/sys/class/nvme" : "/sys/bus/platform")
            let list = isDrive ? "/sys/class/nvme" : "/sys/bus/platform/devices"
            nodes["\(list)/\(name)"] = .link("/sys/devices/\(chip.device)")
            for feature in chip.features {
                for (position, file) in feature.files(DemoMachine(at: .zero)).enumerated() {
                    nodes["/sys/\(folder)/\(file.name)"] = .file { feature.files($0)[position].text + "\n" }
                }
            }
        }
        nodes["/sys/devices/\(DemoChip.nvmePath)/model"] = .text("SSD\n")
        nodes["/sys/devices/\(DemoChip.nvmePath)/serial"] = .text("DEMO0003\n")
    }
}
