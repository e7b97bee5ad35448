/// What a udev monitor says.
package enum DeviceNotice: Sendable, Hashable {
    /// - action: udev's word: `add`, `remove`, `change`, `bind`, `move`, and words yet to come.
    case happened(action: String, Device)
    /// Notices were lost (`ENOBUFS`, or a reader that was too slow): look at the devices anew.
    case overrun
}
