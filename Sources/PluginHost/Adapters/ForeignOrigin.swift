/// What a foreign format calls a value; tells one from another whatever order labels come in.
enum ForeignOrigin: Sendable, Hashable {
    /// `*status` and `*problem` are the check itself.
    case nagios(label: String)
    case munin(graph: String, field: String)
    case influx(measurement: String, tags: [String: String], field: String)
    case prometheus(metric: String, labels: [String: String])
}
