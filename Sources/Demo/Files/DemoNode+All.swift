extension DemoNode {
    /// Every file and link of these parts, by path.
    static func all(_ parts: DemoParts) -> [String: DemoNode] {
        var nodes: [String: DemoNode] = [:]
        if parts.contains(.host) {
            addHost(to: &nodes)
            addKernel(to: &nodes)
        }
        if parts.contains(.power) { addPowerSupplies(parts, to: &nodes) }
        if parts.contains(.chips) { addChips(to: &nodes) }
        if parts.contains(.volumes) { addVolumes(parts, to: &nodes) }
        if parts.contains(.network) { addInterfaces(to: &nodes) }
        return nodes
    }
}
