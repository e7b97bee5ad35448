import Glibc
package import Shared

/// udev of a machine that is only a folder: nobody knows its devices, and nothing ever happens.
package struct AbsentDeviceEvents: DeviceEvents {
    package let hasDaemon = false

    package init() {}

    package func devices(_ filter: DeviceFilter) throws(FileError) -> [Device] {
        throw FileError(path: "/run/udev", code: ENOENT)
    }

    package func notices(_ filters: [DeviceFilter]) -> AsyncStream<DeviceNotice> {
        AsyncStream { _ in }
    }
}
