import SensorSDK

/// What a munin plugin says about itself: graphs with fields.
struct MuninGraph: Sendable {
    struct Field: Sendable {
        var name: String
        var label: String?
        var type = "GAUGE"
        var attributes: [String: String] = [:]

        var least: Double? { attributes["min"].flatMap(Double.init) }
        var most: Double? { attributes["max"].flatMap(Double.init) }
    }

    /// Empty for the only graph of a plugin.
    var name: String
    var settings: [String: String] = [:]
    var fields: [Field] = []

    /// - Parameter prefix: Stands before the name of each graph; that of a graph without a name.
    static func parse(_ text: String, prefix: String? = nil) -> [MuninGraph] {
        var graphs = [MuninGraph(name: whole("", prefix))]
        for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            let words = line.split(separator: " ", maxSplits: 1)
            guard let key = words.first else { continue }
            let value = words.count > 1 ? String(words[1].drop(while: \.isWhitespace)) : ""
            if key == "multigraph" {
                graphs.append(MuninGraph(name: whole(value, prefix)))
            } else if let dot = key.lastIndex(of: ".") {
                graphs[graphs.count - 1].set(String(key[key.index(after: dot)...]), of: String(key[..<dot]), to: value)
            } else {
                graphs[graphs.count - 1].settings[String(key)] = value
            }
        }
        return graphs.filter { !$0.fields.isEmpty }
    }

    static func whole(_ name: String, _ prefix: String?) -> String {
        guard let prefix else { return name }
        return name.isEmpty ? prefix : "\(prefix) \(name)"
    }

    private mutating func set(_ attribute: String, of name: String, to value: String) {
        // Values may come with the configuration; they are read elsewhere.
        guard attribute != "value", attribute != "extinfo" else { return }
        var index = fields.firstIndex { $0.name == name }
        if index == nil {
            fields.append(Field(name: name))
            index = fields.count - 1
        }
        guard let index else { return }
        switch attribute {
        case "label": fields[index].label = value
        case "type": fields[index].type = value.uppercased()
        default: fields[index].attributes[attribute] = value
        }
    }

    var isPerMinute: Bool { settings["graph_period"] == "minute" }

    /// From what stands at its vertical axis.
    var unit: ForeignUnit? {
        var label = (settings["graph_vlabel"] ?? "").replacing(
            "${graph_period}",
            with: isPerMinute ? "minute" : "second"
        )
        for part in ["in (-) / out (+)", "read (-) / written (+)", "write (-) / read (+)", "in", "of", "used"] {
            label = label.split(separator: " ").joined(separator: " ").replacing(" \(part) ", with: " ")
        }
        let rate = isPerMinute ? "1/min" : "1/s"
        switch label {
        case "%", "percent": return ForeignUnit("%")
        case "bytes", "Bytes", "B": return ForeignUnit("B", .dataSize)
        case "bits per second": return ForeignUnit("bit/s", .dataRate)
        case "bytes per second", "Bytes per second": return ForeignUnit("B/s", .dataRate)
        case "seconds", "s": return ForeignUnit("s", .duration)
        case "degrees Celsius", "°C", "Celsius": return ForeignUnit("°C", .temperature)
        case "Volt", "Volts", "V": return ForeignUnit("V", .voltage)
        case "Watt", "Watts", "W": return ForeignUnit("W", .power)
        case "rpm", "RPM": return ForeignUnit("rpm")
        case "Hz": return ForeignUnit("Hz", .frequency)
        case "uptime days", "uptime in days": return ForeignUnit("d", .duration)
        case _ where label.hasSuffix("(seconds)") || label.hasSuffix(" seconds"): return ForeignUnit("s", .duration)
        case _ where label.hasSuffix(" per second") || label.hasSuffix(" per minute"): return ForeignUnit(rate)
        default: return nil
        }
    }
}
