/// Something that is about to happen to the machine as a whole.
package struct PowerNotice: Sendable {
    package enum Kind: Sendable, Hashable {
        case goingToSleep
        case shuttingDown
        /// Back from sleep, or a sleep or shutdown that did not take place.
        case resumed
    }

    package let kind: Kind
    /// To be called when all is done that was to be done before: the machine waits for it, though not for long (logind: 5 s).
    package let letGo: @Sendable () -> Void

    package init(_ kind: Kind, letGo: @escaping @Sendable () -> Void = {}) {
        self.kind = kind
        self.letGo = letGo
    }
}
