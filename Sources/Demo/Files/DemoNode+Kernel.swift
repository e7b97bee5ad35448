extension DemoNode {
    /// What the kernel says of the whole demo machine: load, memory, pressure, and when it was started.
    static func addKernel(to nodes: inout [String: DemoNode]) {
        nodes["/proc/loadavg"] = .file { machine in
            let loads = [60.0, 300, 900].map { decimal(machine.swing(0.2, 1.6, every: 7 * $0)) }
            return "\(loads.joined(separator: " ")) 1/412 4711\n"
        }
        nodes["/proc/meminfo"] = .file { machine in
            """
            MemTotal:       16160000 kB
            MemAvailable:   \(Int(machine.swing(9_000_000, 11_000_000, every: 900))) kB
            SwapTotal:       2000000 kB
            SwapFree:        \(Int(machine.swing(1_900_000, 1_990_000, every: 1800))) kB

            """
        }
        nodes["/proc/stat"] = .text("cpu  4 0 4 400\nbtime 1767225600\n")
        for (resource, most) in [("cpu", 6.0), ("memory", 0.4), ("io", 2.0)] {
            nodes["/proc/pressure/\(resource)"] = .file { machine in
                ["some", "full"].map { word in
                    let share = word == "some" ? most : resource == "cpu" ? 0 : most / 4
                    let averages = [10.0, 60, 300].map {
                        "avg\(Int($0))=\(decimal(machine.swing(0, share, every: 9 * $0)))"
                    }
                    return
                        "\(word) \(averages.joined(separator: " ")) total=\(machine.total(meanRate: 900, every: 60))\n"
                }.joined()
            }
        }
    }

    /// With two digits, as the kernel writes it.
    private static func decimal(_ number: Double) -> String {
        let hundredths = Int((number * 100).rounded())
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}
