import Shared

/// A file in one of the plugin folders, and what follows from it.
struct FoundPlugin: Sendable {
    enum Standing: Sendable {
        case usable(TrustedFile)
        case refused(String)
        /// A link to `/dev/null`.
        case masked
        case shadowed(by: String)
    }

    /// From the file's name, up to its first dot.
    var name: String
    var path: String
    var standing: Standing
    var manifest: PluginManifest?
    /// For one that only says how something else is run.
    var dropIn: DropIn?
    /// Of the program that a drop-in names: when it changes, what there is may be something else.
    var program: TrustedFile.Identity?

    var file: TrustedFile? {
        if case .usable(let file) = standing { return file }
        return nil
    }

    /// What it may do only if its owner allows it.
    var asks: ChildGrants { dropIn?.asks ?? manifest?.asks ?? ChildGrants() }

    /// What tells one that is to be asked anew from the same one.
    var mark: String { ([file?.identity.mark, program?.mark].compactMap(\.self) + asks.words).joined(separator: " ") }

    /// First part of the ids of all its sensors.
    var family: String { Self.prefix + name }

    static let prefix = "plugin_"
}
