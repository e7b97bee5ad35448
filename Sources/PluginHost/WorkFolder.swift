import Glibc

/// A folder that a plugin may fill; it stays when the plugin ends.
enum WorkFolder {
    /// - Throws: ``PluginFault/cannotStart(_:)``.
    static func make(for name: String, below parent: String) throws(PluginFault) -> String {
        let folder = "\(parent)/\(name)"
        for path in [parent, folder] where mkdir(path, 0o700) != 0 && errno != EEXIST {
            throw .cannotStart("can't make the folder \(path): \(String(cString: strerror(errno)))")
        }
        return folder
    }
}
