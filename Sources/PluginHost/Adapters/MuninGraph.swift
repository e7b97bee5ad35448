import SensorSDK
import Shared

/// What a munin plugin says about itself: graphs with fields.
struct MuninGraph: Sendable {
    struct Field: Sendable {
        var name: String
        var label: String?
        var type = "GAUGE"
        var attributes: [String: String] = [:]

        var least: Double? { attributes["min"].flatMap { ForeignNumber.parse($0)?.double } }
        var most: Double? { attributes["max"].flatMap { ForeignNumber.parse($0)?.double } }

        /// Why it is no sensor; `nil` if it is one.
        var hindrance: String? {
            if !MuninGraph.types.contains(type) { return "its type is \(type.printable(limit: 40))" }
            // One over other fields can't be followed.
            guard let formula = attributes["cdef"], MuninFormula.value(formula, of: name, .integer(1)) == nil else {
                return nil
            }
            return "its formula is \(formula.printable(limit: 80))"
        }
    }

    /// Empty for the only graph of a plugin.
    var name: String
    var settings: [String: String] = [:]
    var fields: [Field] = []

    static let types: Set = ["GAUGE", "COUNTER", "DERIVE", "ABSOLUTE"]
    /// With which a field may begin.
    private static let attributes: Set = [
        "label", "type", "min", "max", "cdef", "negative", "info", "warning", "critical", "unknown_limit", "draw",
        "colour",
        "graph", "skipdraw", "sum", "stack", "special_stack", "line", "total", "onlynullcdef", "oldname", "printf",
    ]

    /// - Parameter prefix: Stands before the name of each graph; that of a graph without a name.
    static func graphs(_ lines: [MuninLine], prefix: String? = nil) -> [MuninGraph] {
        var graphs = [MuninGraph(name: whole("", prefix))]
        for line in lines {
            if line.key == "multigraph" {
                graphs.append(MuninGraph(name: whole(line.value, prefix)))
            } else if let (field, attribute) = line.parts {
                graphs[graphs.count - 1].set(attribute, of: field, to: line.value)
            } else {
                graphs[graphs.count - 1].settings[line.key] = line.value
            }
        }
        return graphs.filter { !$0.fields.isEmpty }
    }

    static func whole(_ name: String, _ prefix: String?) -> String {
        guard let prefix else { return name }
        return name.isEmpty ? prefix : "\(prefix) \(name)"
    }

    private mutating func set(_ attribute: String, of name: String, to value: String) {
        var index = fields.firstIndex { $0.name == name }
        // Values may come with the configuration; they are read elsewhere.
        if index == nil, Self.attributes.contains(attribute) {
            fields.append(Field(name: name))
            index = fields.count - 1
        }
        guard let index else { return }
        switch attribute {
        case "value", "extinfo": break
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
