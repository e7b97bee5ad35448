import CUmockdev
import Glibc

/// A made-up `/sys` that libudev, libsensors and the C library of this process see instead of the machine's, by umockdev.
/// The process has one at a time, and gets the machine's back when it goes away.
package final class Testbed {
    /// Whether this process was started by `umockdev-wrapper`; without it nothing could be put in the place of `/sys`.
    package static var isPossible: Bool {
        getenv("LD_PRELOAD").map { String(cString: $0).contains("umockdev") } ?? false
    }

    private let testbed: UnsafeMutablePointer<UMockdevTestbed>

    package init() {
        testbed = umockdev_testbed_new()
    }

    deinit {
        g_object_unref(testbed)
    }

    /// - Parameter description: Devices in umockdev's format.
    package func add(_ description: String) throws {
        var error: UnsafeMutablePointer<GError>?
        guard umockdev_testbed_add_from_string(testbed, description, &error) != 0 else {
            defer { g_error_free(error) }
            throw TestbedError(text: error.map { String(cString: $0.pointee.message) } ?? "")
        }
    }

    /// Takes a device away with a class device below it; umockdev would leave the link of that one's class.
    package func remove(_ path: String, _ classDevice: String) {
        umockdev_testbed_remove_device(testbed, "\(path)/\(classDevice)")
        umockdev_testbed_remove_device(testbed, path)
    }

    package func set(_ attribute: String, of path: String, to text: String) {
        umockdev_testbed_set_attribute(testbed, path, attribute, text)
    }

    package func set(property name: String, of path: String, to text: String) {
        umockdev_testbed_set_property(testbed, path, name, text)
    }

    /// Lets the kernel (and udev after it) say that something happened to a device.
    package func announce(_ action: String, _ path: String) {
        umockdev_testbed_uevent(testbed, path, action)
    }

    /// Deletes one attribute file.
    package func delete(_ attribute: String, of path: String) {
        guard let root = umockdev_testbed_get_root_dir(testbed) else { return }
        defer { g_free(root) }
        unlink("\(String(cString: root))\(path)/\(attribute)")
    }
}
