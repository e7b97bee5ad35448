extension MountInfo {
    /// The mounts that a path can reach: the top-most of each mount point, unless another mount hides the folder it is in.
    var visible: [Mount] {
        let onTop = Dictionary(grouping: mounts, by: \.mountPoint).compactMapValues(Self.topMost)
        return mounts.filter { mount in
            guard onTop[mount.mountPoint]?.id == mount.id else { return false }
            guard let below = Self.folders(above: mount.mountPoint).lazy.compactMap({ onTop[$0] }).first else {
                return true
            }
            let chain = ancestors(of: mount)
            if chain.contains(where: { $0.id == below.id }) { return true }
            // A chain that ends before the root has a parent that this namespace does not show: nothing hides it for sure.
            guard let last = chain.last else { return true }
            return !last.isRoot
        }
    }

    /// Whether it sits, directly or not, on an automount point: asking for it keeps that from being unmounted again.
    func isBelowAutomount(_ mount: Mount) -> Bool {
        return ancestors(of: mount).contains { $0.type == "autofs" }
    }

    /// Of mounts at one mount point that on which no other of them sits; the later one where parents don't tell.
    private static func topMost(_ stack: [Mount]) -> Mount? {
        let covered = Set(stack.filter { mount in mount.parent != mount.id }.map(\.parent))
        return stack.last { !covered.contains($0.id) } ?? stack.last
    }

    private func ancestors(of mount: Mount) -> [Mount] {
        var result: [Mount] = []
        var here = mount
        // A mount may be its own parent, and a table that changed while it was read may hold a circle.
        while let parent = byID[here.parent], parent.id != here.id, result.count < byID.count {
            result.append(parent)
            here = parent
        }
        return result
    }

    /// The folders above a path, nearest first, `/` last.
    private static func folders(above path: [UInt8]) -> [[UInt8]] {
        let slash = UInt8(ascii: "/")
        var result: [[UInt8]] = []
        var rest = path[...]
        while let cut = rest.lastIndex(of: slash), rest.count > 1 {
            rest = rest[..<cut]
            result.append(rest.isEmpty ? [slash] : Array(rest))
        }
        return result
    }
}
