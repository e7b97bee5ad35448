/// A route to everywhere.
package struct DefaultRoute: Sendable, Hashable {
    /// ``NetworkLink/index`` of the interface that it leads out of; of several the first one that is alive.
    package var link: Int32
    package var family: InterfaceAddress.Family
    /// The smallest one is taken.
    package var metric: UInt32

    package init(link: Int32, family: InterfaceAddress.Family, metric: UInt32) {
        self.link = link
        self.family = family
        self.metric = metric
    }
}
