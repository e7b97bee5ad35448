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

    /// The text of one of its files; `nil` when it is not there or says nothing.
    func text(_ file: String) -> String? {
        // Every such file only makes an id better: without it the next recipe is taken.
        (try? Current.files.text("\(path)/\(file)")) ?? nil
    }

    /// A line of its `uevent`; `nil` when missing or empty.
    func property(_ name: String) -> String? {
        for line in (text("uevent") ?? "").split(separator: "\n") where line.hasPrefix("\(name)=") {
            let value = line.dropFirst(name.count + 1)
            return value.isEmpty ? nil : String(value)
        }
        return nil
    }
}
