/// What the families say otherwise than the programs that everybody uses, with the reason.
enum FieldDifference {
    private static let unset = "a limit that nobody set is no limit"
    private static let unknown = "UPower shows 0 for what the device does not tell"
    private static let derived = "UPower derives energy from charge by a voltage that is only a guess"

    /// `sensors -j` of lm-sensors 3.6.
    static let ofSensors: [String: [String: String]] = [
        "T03": [
            "nvme-pci-0100 temp1_min: -273.15, ours nothing": unset,
            "nvme-pci-0100 temp2_max: 65261.85, ours nothing": unset,
            "nvme-pci-0100 temp2_min: -273.15, ours nothing": unset,
            "nvme-pci-0200 temp1_min: -273.15, ours nothing": unset,
            "nvme-pci-0200 temp2_max: 65261.85, ours nothing": unset,
            "nvme-pci-0200 temp2_min: -273.15, ours nothing": unset,
        ],
        "T04": [
            "nct6798-isa-0290 temp2: 127.0, ours implausible": "127 °C is the code of an input with nothing connected",
            "nct6798-isa-0290 temp3: -62.0, ours fault": "the chip itself says that the value means nothing",
        ],
        "T08": ["drivetemp-scsi-1-0 temp1_crit: 0.0, ours nothing": unset],
    ]

    /// `upower -d` of UPower 0.99.
    static let ofUPower: [String: [String: String]] = [
        "B02": [
            "BAT1 cycle_count: nothing, ours no_data":
                "a count of 0 is a firmware that does not count; it stays listed",
            "BAT1 energy: 15.2, ours nothing": derived,
            "BAT1 energy_full: 30.4, ours nothing": derived,
            "BAT1 power: 12.16, ours 12.8": "UPower takes the design's least voltage for the one of now",
        ],
        "B03": [
            "*system level: nothing, ours 37.5": "UPower has it in its display device, as 37 %",
            "BAT0 status: full, ours not_charging": "UPower calls what rests above 90 % full; the kernel does not",
        ],
        "B04": [
            "*system online: on, ours nothing": "UPower takes a machine without any battery for one on mains",
            "hidpp_battery_0 energy: 0, ours nothing": unknown,
            "hidpp_battery_0 energy_full: 0, ours nothing": unknown,
            "hidpp_battery_0 power: 0, ours nothing": unknown,
            "hidpp_battery_0 voltage: nothing, ours 3.9": "UPower leaves out what peripherals tell of their voltage",
        ],
        "B05": [
            "*system online: on, ours nothing": "UPower takes a machine without any battery for one on mains",
            "hidpp_battery_8 energy: 0, ours nothing": unknown,
            "hidpp_battery_8 energy_full: 0, ours nothing": unknown,
            "hidpp_battery_8 power: 0, ours nothing": unknown,
        ],
        "B06": ["BAT0 energy_full: 75.7, ours 71.4": "UPower raises what fits in to what is in; the file says 71.4"],
        "B07": ["BAT1 time_to_empty: nothing, ours no_data": "without a rate there is no time; it stays listed"],
        "B09": [
            "*system online: off, ours nothing": "no supply says whether the machine is on mains",
            "qcom-battery energy: 8.58, ours nothing": derived,
            "qcom-battery energy_full: 15.6, ours nothing": derived,
        ],
    ]
}
