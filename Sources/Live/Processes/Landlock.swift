import CLinux
import Glibc
import Shared

/// The kernel's rules that a process puts itself under: which files it and all that it starts may touch.
package enum Landlock {
    /// Of the kernel; `nil` where there is none. From 6 on neither signals nor abstract sockets reach out of the rules.
    package static var version: Int? {
        let version = landlock_version()
        return version > 0 ? Int(version) : nil
    }

    /// Everywhere else nothing can be made or changed; what a user may do there is for the file's mode to say.
    private static let shared = ["/tmp", "/var/tmp", "/dev"]

    /// From here on this process sees nothing of what is hidden, opens nothing of what is closed unless it was granted, and changes
    /// nothing outside of its own folder, of those for everybody's temporary files, and of what was granted. The names in all
    /// folders stay visible. Without Landlock nothing happens.
    static func enter(_ confinement: Confinement) throws(ChildStepError) {
        guard let version else { return }
        let set = landlock_begin(Int32(version))
        guard set >= 0 else { throw ChildStepError("make rules of Landlock", -set) }
        defer { close(set) }
        let rules = Rules(
            set: set,
            known: landlock_rights(Int32(version)),
            hidden: confinement.hidden,
            closed: confinement.closed
        )
        rules.allow("/", UInt64(landlock_listing))
        rules.allowAround("", isWritable: false)
        rules.allow(confinement.own, UInt64(landlock_reading | landlock_making | landlock_changing))
        // What a program says of itself, such as how soon it is to be killed when memory is short.
        rules.allow("/proc", UInt64(landlock_reading | landlock_changing))
        rules.grant(confinement.program, isWritable: false)
        for path in confinement.grants.readable { rules.grant(path, isWritable: false) }
        for path in confinement.grants.writable { rules.grant(path, isWritable: true) }
        let entered = landlock_enter(set)
        guard entered == 0 else { throw ChildStepError("go under rules of Landlock", -entered) }
    }

    private struct Rules {
        let set: Int32
        let known: UInt64
        let hidden: [String]
        let closed: [String]

        func allow(_ path: String, _ rights: UInt64) {
            let file = locate_itself(path)
            // What is gone, or can't even be named, needs no rule.
            guard file >= 0 else { return }
            defer { close(file) }
            allow(file, rights)
        }

        private func allow(_ file: Int32, _ rights: UInt64) {
            var status = stat()
            guard fstat(file, &status) == 0 else { return }
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            // One that can't be allowed stays forbidden, which harms nobody but the plugin.
            _ = landlock_allow(set, file, rights & known & (isFolder ? UInt64.max : UInt64(landlock_of_files)))
        }

        /// Allows a path, wherever its links lead, unless that is hidden.
        func grant(_ path: String, isWritable: Bool) {
            let file = locate(path)
            guard file >= 0 else { return }
            defer { close(file) }
            // What was opened is looked at: a link could be another one a moment later.
            guard let place = Self.place(of: file),
                !hidden.contains(where: { place == $0 || place.hasPrefix($0 + "/") })
            else { return }
            if hidden.contains(where: { $0.hasPrefix(place == "/" ? place : place + "/") }) {
                allowAround(place == "/" ? "" : place, isWritable: isWritable, isGranted: true)
            } else {
                let changing = UInt64(landlock_making | landlock_changing)
                allow(file, UInt64(landlock_reading) | (isWritable ? changing : 0))
            }
        }

        private static func place(of file: Int32) -> String? {
            guard let real = realpath("/proc/self/fd/\(file)", nil) else { return nil }
            defer { free(real) }
            return String(cString: real)
        }

        /// Allows all that is in a folder but what is hidden: a rule for a folder can't be taken back further down.
        ///
        /// - Parameter isGranted: Whether it holds for what is closed, too.
        func allowAround(_ folder: String, isWritable: Bool, isGranted: Bool = false) {
            let skipped = isGranted ? hidden : hidden + closed
            for entry in Self.entries(of: folder.isEmpty ? "/" : folder) {
                let path = "\(folder)/\(entry)"
                let isWritable = isWritable || Landlock.shared.contains(path)
                if skipped.contains(path) { continue }
                if (skipped + Landlock.shared).contains(where: { $0.hasPrefix(path + "/") }) {
                    allowAround(path, isWritable: isWritable, isGranted: isGranted)
                } else {
                    let changing = UInt64(landlock_making | landlock_changing)
                    allow(path, UInt64(landlock_reading) | (isWritable ? changing : 0))
                }
            }
        }

        private static func entries(of folder: String) -> [String] {
            guard let stream = opendir(folder) else { return [] }
            defer { closedir(stream) }
            var entries: [String] = []
            while let entry = readdir(stream) {
                let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
                let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
                let text = String(cString: name)
                // A link is as allowed as what it leads to.
                if text != ".", text != "..", entry.pointee.d_type != UInt8(DT_LNK) { entries.append(text) }
            }
            return entries
        }
    }
}
