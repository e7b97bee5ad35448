import CBus
import Glibc
import SensorSDK

/// A connection to the system's bus, for as long as this lives.
struct SystemBus: ~Copyable {
    private static let service = "org.freedesktop.systemd1"
    private static let path = "/org/freedesktop/systemd1"
    private static let interface = "org.freedesktop.systemd1.Manager"

    private let bus: OpaquePointer

    init() throws(BusError) {
        var bus: OpaquePointer?
        try BusError.check(sd_bus_open_system(&bus))
        guard let bus else { throw BusError(code: ENOENT) }
        self.bus = bus
        // In microseconds; less than the host waits for a reading.
        sd_bus_set_method_call_timeout(bus, 4_000_000)
    }

    deinit {
        sd_bus_flush_close_unref(bus)
    }

    /// `running`, `degraded`, `maintenance` and some more: property `SystemState`.
    func systemState() throws(BusError) -> String {
        var text: UnsafeMutablePointer<CChar>?
        let code = sd_bus_get_property_string(bus, Self.service, Self.path, Self.interface, "SystemState", nil, &text)
        try BusError.check(code)
        defer { free(text) }
        return text.map { String(cString: $0) } ?? ""
    }

    /// Names of the units that have failed: `ListUnitsFiltered(["failed"])`, which answers `a(ssssssouso)`.
    func failedUnits() throws(BusError) -> [String] {
        var request: OpaquePointer?
        try BusError.check(
            sd_bus_message_new_method_call(
                bus,
                &request,
                Self.service,
                Self.path,
                Self.interface,
                "ListUnitsFiltered"
            )
        )
        defer { sd_bus_message_unref(request) }
        var states: [UnsafeMutablePointer<CChar>?] = [strdup("failed"), nil]
        defer { for state in states { free(state) } }
        try BusError.check(sd_bus_message_append_strv(request, &states))
        var answer: OpaquePointer?
        try BusError.check(sd_bus_call(bus, request, 0, nil, &answer))
        defer { sd_bus_message_unref(answer) }

        var units: [String] = []
        let array = CChar(UInt8(ascii: "a"))
        let structure = CChar(UInt8(ascii: "r"))
        let string = CChar(UInt8(ascii: "s"))
        try BusError.check(sd_bus_message_enter_container(answer, array, "(ssssssouso)"))
        while try BusError.check(sd_bus_message_enter_container(answer, structure, "ssssssouso")) > 0 {
            var name: UnsafePointer<CChar>?
            try BusError.check(sd_bus_message_read_basic(answer, string, &name))
            try BusError.check(sd_bus_message_skip(answer, "sssssouso"))
            try BusError.check(sd_bus_message_exit_container(answer))
            if let name { units.append(String(cString: name)) }
        }
        return units
    }
}
