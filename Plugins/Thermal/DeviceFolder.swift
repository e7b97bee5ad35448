import Shared

/// A device of the kernel, as a folder below `/sys/devices`.
struct DeviceFolder: Sendable, Hashable {
    /// `/sys/devices/pci0000:00/0000:00:18.3`, links followed.
    let path: String

    /// `0000:00:18.3`
    var name: String { path.split(separator: "/").last.map(String.init) ?? "" }

    /// The folder above; `nil` at the top of the tree.
    var parent: DeviceFolder? {
        let parts = path.split(separator: "/")
        return parts.count > 3 ? DeviceFolder(path: "/" + parts.dropLast().joined(separator: "/")) : nil
    }

    /// This folder and those above it, nearest first.
    var chain: [DeviceFolder] {
        var result = [self]
        while let parent = result.last?.parent { result.append(parent) }
        return result
    }

    /// `pci`, `nvme`; `nil` for a folder that is no device.
    var subsystem: String? {
        // Folders between devices have no such link.
        guard let target = try? Current.files.resolved("\(path)/subsystem") else { return nil }
        return target.split(separator: "/").last.map(String.init)
    }

    /// The text of one of its files, which no id depends on; `nil` when it says nothing.
    func text(_ file: String) -> String? {
        // What can't be read is as good as nothing.
        (try? Current.files.text("\(path)/\(file)")) ?? nil
    }

    /// The text of a file that tells which device it is; `nil` when it is not there or blank, and the next recipe is taken.
    ///
    /// - Throws: When it can't be read: the next recipe would give the device another id for that moment.
    func identity(_ file: String) throws(FileError) -> String? {
        do throws(FileError) {
            return try Current.files.text("\(path)/\(file)")
        } catch  where error.isAbsence {
            return nil
        }
    }

    /// A line of its `uevent`; `nil` when missing or empty.
    ///
    /// - Throws: As ``identity(_:)``.
    func property(_ name: String) throws(FileError) -> String? {
        for line in (try identity("uevent") ?? "").split(separator: "\n") where line.hasPrefix("\(name)=") {
            let value = line.dropFirst(name.count + 1)
            return value.isEmpty ? nil : String(value)
        }
        return nil
    }
}
