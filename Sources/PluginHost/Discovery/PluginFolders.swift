import Glibc
import SensorSDK

/// Where plugins are, and which of the files there are plugins.
package struct PluginFolders: Sendable {
    private let folders: [String]
    /// Whether they are there or not.
    package var all: [String] { folders }
    let rule: TrustRule

    /// - Parameter folders: The strongest first: what stands there shadows what has the same name further behind.
    package init(_ folders: [String], rule: TrustRule = .standard) {
        self.folders = folders
        self.rule = rule
    }

    /// The folders of the package, and for a daemon that a normal user runs that user's own before them.
    package static func standard(userData: String?) -> PluginFolders {
        let own = userData.map { ["\($0)/sensor-agent/plugins"] } ?? []
        // Nobody but root puts plugins where a system's host looks, the host's own user least of all.
        return PluginFolders(
            own + ["/etc/sensor-agent/plugins", "/usr/lib/sensor-agent/plugins"],
            rule: own.isEmpty ? TrustRule(owners: [0]) : .standard
        )
    }

    /// Those folders that are there.
    var present: [String] {
        folders.filter { folder in
            var status = stat()
            return stat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        }
    }

    /// Whether anything stands there, plugin or not: systemd starts a host only then.
    package var hasEntries: Bool {
        // A folder that can't be looked into may have some.
        folders.contains { (try? Self.entries(of: $0).isEmpty) != true }
    }

    /// All that stands there, in the order of the names; nothing is run.
    ///
    /// - Throws: ``TrustError/exhausted(_:reason:)``: then nothing is known of what stands there.
    func find() throws(TrustError) -> [FoundPlugin] {
        var found: [FoundPlugin] = []
        var taken: [String: String] = [:]
        for folder in folders {
            var own: [String: String] = [:]
            for entry in try Self.entries(of: folder) where Self.isPlugin(entry) {
                var plugin = try self.plugin(entry, in: folder)
                if let stronger = taken[plugin.name] {
                    plugin.standing = .shadowed(by: stronger)
                } else if let twin = own[plugin.name] {
                    plugin.standing = .refused("\(twin) has the same name up to the first dot; rename one of them")
                } else {
                    own[plugin.name] = plugin.path
                }
                found.append(plugin)
            }
            taken.merge(own) { first, _ in first }
        }
        return found.sorted { ($0.name, $0.path) < ($1.name, $1.path) }
    }

    private func plugin(_ entry: String, in folder: String) throws(TrustError) -> FoundPlugin {
        let path = "\(folder)/\(entry)"
        let name = String(entry.prefix { $0 != "." })
        func plugin(_ standing: FoundPlugin.Standing) -> FoundPlugin {
            FoundPlugin(name: name, path: path, standing: standing)
        }
        if Self.isMask(path) { return plugin(.masked) }
        guard Self.isName(name) else {
            return plugin(
                .refused(
                    "'\(name)' can't be a plugin's name: up to the first dot only lower case letters, digits and _, at most \(Self.longestName)"
                )
            )
        }
        do throws(TrustError) {
            let file = try rule.open(path)
            if entry.hasSuffix(".conf") { return try dropIn(file, plugin(.usable(file))) }
            guard file.isExecutable else { throw .notExecutable(path) }
            var plugin = plugin(.usable(file))
            plugin.manifest = try PluginManifest.load(beside: path, rule: rule)
            return plugin
        } catch .exhausted(let path, let reason) {
            throw .exhausted(path, reason: reason)
        } catch {
            return plugin(.refused("\(error)"))
        }
    }

    private func dropIn(_ file: TrustedFile, _ plugin: FoundPlugin) throws(TrustError) -> FoundPlugin {
        var plugin = plugin
        guard let content = file.content(limit: 65536) else { throw .unreadable(plugin.path, reason: "over 64 KiB") }
        do {
            plugin.dropIn = try DropIn(String(decoding: content, as: UTF8.self))
        } catch {
            throw .badDropIn(plugin.path, "\(error)")
        }
        if let program = plugin.dropIn?.command.first {
            let file = try rule.open(program)
            guard file.isExecutable else { throw .notExecutable(program) }
            plugin.program = file.identity
        }
        return plugin
    }

    /// So many characters are left of a part of an id behind ``FoundPlugin/prefix``.
    private static let longestName = SensorID.longestPart - FoundPlugin.prefix.count

    /// Whether a plugin can be called so.
    package static func isName(_ name: String) -> Bool {
        name.utf8.count <= longestName && (try? SensorID(family: "x", thing: name, reading: "x")) != nil
    }

    /// Whether a file is there to be run: not a manifest, a text, or what editors and dpkg leave behind.
    private static func isPlugin(_ entry: String) -> Bool {
        let others = [".json", ".md", ".txt", "~", ".swp", ".dpkg-old", ".dpkg-new", ".dpkg-dist", ".dpkg-tmp"]
        return !entry.hasPrefix(".") && !others.contains { entry.hasSuffix($0) }
    }

    private static func isMask(_ path: String) -> Bool {
        guard let real = realpath(path, nil) else { return false }
        defer { free(real) }
        return strcmp(real, "/dev/null") == 0
    }

    private static func entries(of folder: String) throws(TrustError) -> [String] {
        guard let stream = opendir(folder) else {
            if TrustError.isExhaustion(errno) { throw .exhausted(folder, reason: String(cString: strerror(errno))) }
            return []
        }
        defer { closedir(stream) }
        var entries: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { entries.append(name) }
        }
        return entries.sorted()
    }
}
