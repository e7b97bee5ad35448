/// The devices that udev knows, and what happens to them.
package protocol DeviceEvents: Sendable {
    /// Whether udev's daemon runs; without it nothing is told of, while the list may still be had.
    var hasDaemon: Bool { get }

    /// The devices that are there now.
    ///
    /// - Throws: ``FileError`` when udev itself can't be asked.
    func devices(_ filter: DeviceFilter) throws(FileError) -> [Device]

    /// What happens from now on; the monitor (source `udev`, filtered in the kernel) is in place when this returns.
    ///
    /// The stream keeps at most 1024 notices for a slow reader, then drops them and says ``DeviceNotice/overrun``. It ends
    /// when nobody reads it any more. On a machine without udev it is silent.
    func notices(_ filters: [DeviceFilter]) -> AsyncStream<DeviceNotice>
}
