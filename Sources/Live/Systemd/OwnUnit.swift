import CSystemd
import Dispatch
import Glibc

/// The systemd unit whose main process this is, if there is one, and what systemd is about to do with it.
package enum OwnUnit {
    /// Asked at SIGTERM: whether nothing comes from this process for a while. A restart means that it stays; everything else
    /// (stop, which a shutdown is too; no unit, no job, no bus, no answer in time) means that it goes.
    @concurrent package static func isGoingAway() async -> Bool {
        await withCheckedContinuation { continuation in
            // A thread of its own may wait for the bus.
            DispatchQueue(label: "systemd").async { continuation.resume(returning: !stays(for: jobType())) }
        }
    }

    /// - Parameter jobType: systemd's word for what it does with the unit; `nil` when that is unknown.
    static func stays(for jobType: String?) -> Bool {
        ["restart", "try-restart", "start"].contains(jobType)
    }

    /// Four questions to each bus at most, so that all of them end within a second or two.
    private static let microsecondsPerCall: UInt64 = 200_000
    private static let manager = "org.freedesktop.systemd1"

    private static func jobType() -> String? {
        // A user's own systemd is asked where the machine's knows no such unit.
        jobType(sd_bus_open_system) ?? jobType(sd_bus_open_user)
    }

    private static func jobType(_ open: (UnsafeMutablePointer<OpaquePointer?>?) -> Int32) -> String? {
        var bus: OpaquePointer?
        guard open(&bus) >= 0, let bus else { return nil }
        defer { sd_bus_close_unref(bus) }
        sd_bus_set_method_call_timeout(bus, microsecondsPerCall)

        let process = UInt32(bitPattern: getpid())
        var unit: UnsafeMutablePointer<CChar>?
        guard unit_path_of_process(bus, process, &unit) >= 0, let unit else { return nil }
        defer { free(unit) }
        var mainProcess: UInt32 = 0
        // In somebody else's unit, such as that of a terminal, its jobs say nothing about this process.
        guard
            sd_bus_get_property_trivial(
                bus,
                manager,
                unit,
                "\(manager).Service",
                "MainPID",
                nil,
                CChar(UInt8(ascii: "u")),
                &mainProcess
            ) >= 0, mainProcess == process, let job = job(of: unit, on: bus)
        else { return nil }
        return text(of: "JobType", interface: "Job", at: job, on: bus)
    }

    /// - Returns: The job's path on the bus; `nil` when there is none.
    private static func job(of unit: UnsafePointer<CChar>, on bus: OpaquePointer) -> String? {
        var reply: OpaquePointer?
        guard sd_bus_get_property(bus, manager, unit, "\(manager).Unit", "Job", nil, &reply, "(uo)") >= 0 else {
            return nil
        }
        defer { sd_bus_message_unref(reply) }
        var number: UInt32 = 0
        var path: UnsafePointer<CChar>?
        guard sd_bus_message_enter_container(reply, CChar(UInt8(ascii: "r")), "uo") >= 0,
            sd_bus_message_read_basic(reply, CChar(UInt8(ascii: "u")), &number) >= 0,
            sd_bus_message_read_basic(reply, CChar(UInt8(ascii: "o")), &path) >= 0,
            number != 0, let path
        else { return nil }
        return String(cString: path)
    }

    private static func text(
        of property: String,
        interface: String,
        at path: String,
        on bus: OpaquePointer
    ) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard sd_bus_get_property_string(bus, manager, path, "\(manager).\(interface)", property, nil, &text) >= 0,
            let text
        else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}
