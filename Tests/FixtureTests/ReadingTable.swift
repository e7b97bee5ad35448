/// What linux-sources.md says of each reading, one a line: id, kind if it is binary, device class, unit, state class, category, icon,
/// then the usual interval and the least one in seconds.
enum ReadingTable {
    static let battery = """
        level battery % measurement - mdi:battery 60 10
        status enum - - diagnostic mdi:battery-sync 60 10
        charging binary battery_charging - - diagnostic - 60 10
        level_coarse enum - - diagnostic mdi:battery-50 60 10
        power power W measurement diagnostic mdi:flash 60 10
        current current A measurement diagnostic mdi:current-dc 60 10
        voltage voltage V measurement diagnostic mdi:sine-wave 60 10
        energy energy_storage Wh measurement diagnostic mdi:battery-medium 60 10
        energy_full energy_storage Wh measurement diagnostic mdi:battery-medium 60 10
        health - % measurement diagnostic mdi:battery-heart-variant 60 10
        cycle_count - - total_increasing diagnostic mdi:counter 60 10
        temperature temperature °C measurement diagnostic mdi:thermometer 60 10
        time_to_empty duration min measurement diagnostic mdi:timer-sand 60 10
        time_to_full duration min measurement diagnostic mdi:timer-sand 60 10
        health_status enum - - diagnostic mdi:heart-pulse 60 10
        charge_limit_start - % - diagnostic mdi:battery-lock 60 10
        charge_limit_end - % - diagnostic mdi:battery-lock 60 10
        charge_behaviour enum - - diagnostic mdi:battery-charging 60 10
        usb_type enum - - diagnostic mdi:usb-port 60 10
        online binary plug - - - mdi:power-plug 60 10
        on_mains binary plug - - - mdi:power-plug 60 10
        """

    /// Drives are read less often, and are main values as are processors and graphics; see ThermalProviderTests.
    static let thermal = """
        temp1 temperature °C measurement diagnostic mdi:thermometer 60 2
        fan1 - rpm measurement diagnostic mdi:fan 60 2
        in1 voltage V measurement diagnostic mdi:sine-wave 60 2
        curr1 current A measurement diagnostic mdi:current-dc 60 2
        power1 power W measurement diagnostic mdi:flash 60 2
        humidity1 humidity % measurement - mdi:water-percent 60 2
        energy1 energy J total_increasing diagnostic mdi:lightning-bolt 60 2
        intrusion1 binary tamper - - diagnostic mdi:shield-alert 60 2
        temp1_alarm binary heat - - diagnostic mdi:alert 60 2
        in1_alarm binary problem - - diagnostic mdi:alert 60 2
        """

    static let storage = """
        total data_size B measurement diagnostic mdi:harddisk 300 30
        used data_size B measurement diagnostic mdi:harddisk 300 30
        available data_size B measurement - mdi:harddisk 300 30
        used_percent - % measurement - mdi:chart-donut 300 30
        inodes_used_percent - % measurement diagnostic mdi:file-multiple 300 30
        read_only binary problem - - diagnostic mdi:lock-alert 300 30
        error_count - - total_increasing diagnostic mdi:alert-circle 300 30
        """

    static let network = """
        link binary connectivity - - - mdi:lan-connect 30 2
        operstate enum - - diagnostic mdi:lan 30 2
        speed data_rate Mbit/s measurement diagnostic mdi:speedometer 30 2
        rx_total data_size B total_increasing diagnostic mdi:download-network 30 2
        tx_total data_size B total_increasing diagnostic mdi:upload-network 30 2
        rx_rate data_rate B/s measurement diagnostic mdi:download-network 30 2
        tx_rate data_rate B/s measurement diagnostic mdi:upload-network 30 2
        ipv4 - - - diagnostic mdi:ip-network 30 2
        ipv6 - - - diagnostic mdi:ip-network 30 2
        other_addresses - - measurement diagnostic mdi:ip-network-outline 30 2
        ssid - - - diagnostic mdi:wifi 30 2
        bssid - - - diagnostic mdi:access-point 30 2
        signal signal_strength dBm measurement diagnostic mdi:wifi-strength-2 30 2
        bitrate data_rate Mbit/s measurement diagnostic mdi:speedometer 30 2
        frequency frequency MHz measurement diagnostic mdi:sine-wave 30 2
        default_interface - - - diagnostic mdi:routes 30 2
        """

    static let events = """
        last_event - - - - mdi:usb 300 10
        count - - measurement diagnostic mdi:usb 300 10
        present binary connectivity - - - mdi:usb 300 10
        """
}
