import INI

/// The file of settings as it is shipped: what could be set, all of it as comments.
enum ShippedSettings {
    static var lines: [String] {
        var lines = Paragraph.lines(
            """
            Settings of sensor-agent; see sensor-agent.conf(5). What is set here holds after 'systemctl reload sensor-agent'. \
            Files sensor-agent.conf.d/*.conf are read after this one and go before it.
            """
        )
        for section in SettingsTable.sections {
            lines += ["", "[\(section)]"]
            for key in SettingsTable.keys(of: section) {
                lines += [""] + Paragraph.lines(key.key.help) + ["\(key.shownName) = \(key.key.placeholder)"]
            }
        }
        return lines.map { $0.isEmpty ? "" : $0.hasPrefix("[") ? $0 : "# \($0)" }
    }
}
