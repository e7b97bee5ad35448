package import Shared

/// udev of a machine that is only a folder: it has no devices, and nothing ever happens.
package struct AbsentDeviceEvents: DeviceEvents {
    package init() {}

    package func devices(_ filter: DeviceFilter) throws(FileError) -> [Device] { [] }

    package func notices(_ filters: [DeviceFilter]) -> AsyncStream<DeviceNotice> {
        AsyncStream { _ in }
    }
}
