package import Shared

/// How a host runs its plugins.
package struct PluginHostSettings: Sendable {
    /// Below it each plugin has a folder of its own, its working directory.
    package var workFolder: String
    package var times: PluginTimes
    package var limits: ChildLimits
    /// A digest of all that is in an open file; `nil` when it can't be read. Without it no list is remembered.
    package var fingerprint: (@Sendable (_ descriptor: Int32) -> String?)?

    package init(
        workFolder: String,
        times: PluginTimes = PluginTimes(),
        limits: ChildLimits = ChildLimits(),
        fingerprint: (@Sendable (_ descriptor: Int32) -> String?)? = nil
    ) {
        self.workFolder = workFolder
        self.times = times
        self.limits = limits
        self.fingerprint = fingerprint
    }

    /// Where the list of a plugin is remembered: beside the folders that the plugins themselves may fill.
    func listing(of name: String) -> String { "\(workFolder)/.listings/\(name).json" }

    /// - Parameter grants: What its owner allows it.
    /// - Throws: ``PluginFault/cannotStart(_:)`` when its folder can't be made.
    func command(for plugin: FoundPlugin, file: TrustedFile, grants: ChildGrants) throws(PluginFault) -> ChildCommand {
        let folder = try WorkFolder.make(for: plugin.name, below: workFolder)
        return ChildCommand(
            program: .descriptor(file.descriptor, path: plugin.path),
            environment: [
                "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin",
                "LC_ALL": "C.UTF-8",
                "HOME": folder,
                "TMPDIR": folder,
                "SENSOR_AGENT_PLUGIN": plugin.path,
            ],
            folder: folder,
            limits: limits,
            grants: grants
        )
    }
}
