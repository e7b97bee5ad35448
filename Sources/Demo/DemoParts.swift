/// Which devices of the demo machine are there.
struct DemoParts: OptionSet, Sendable {
    let rawValue: Int

    /// The machine itself: its name and maker, `/` and `/home`, the loopback interface. Without it the demo's volumes are
    /// mounted below `/demo`.
    static let host = DemoParts(rawValue: 1 << 0)
    static let power = DemoParts(rawValue: 1 << 1)
    static let chips = DemoParts(rawValue: 1 << 2)
    static let volumes = DemoParts(rawValue: 1 << 3)
    static let network = DemoParts(rawValue: 1 << 4)

    static let wholeMachine: DemoParts = [.host, .power, .chips, .volumes, .network]
}
