import INI

/// The file of settings as it is shipped: what could be set, as comments, with the values that hold without it.
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
                lines += [""] + Paragraph.lines(key.key.help)
                // Only families are many.
                let names = key.variable == nil ? [key.key.name] : BuiltInFamilies.names
                lines += names.map { key.standard.isEmpty ? "\($0) =" : "\($0) = \(key.standard)" }
            }
        }
        return lines.map { $0.isEmpty ? "" : $0.hasPrefix("[") ? $0 : "# \($0)" }
    }
}
