/// What goes wrong on a server, by itself or because its owner did something. Those that say "from now on" end with ``well``.
package enum Fault: Sendable, Hashable {
    /// No fault.
    case well
    /// From now on the webhook answers 200 with nothing, as while starting.
    case empty200
    /// From now on the webhook answers 200 with a plain `{}`, as with another key. Nothing is taken.
    case plain200
    /// One message to the webhook is answered so by somebody else; then all is well.
    case plain200Once
    /// From now on the webhook answers this, with an HTML body, as a proxy does. Nothing is taken.
    case status(Int)
    /// From now on the webhook answers this, as something between here and the server does. Nothing is taken.
    case answer(status: Int, headers: [String: String], body: String)
    /// From now on a proxy in front of the webhook takes no longer body, in bytes: 413.
    case longestBody(Int)
    /// From now on the server fails, or something in front of it, on each message in which this text is.
    case failsOn(String, status: Int = 500)
    /// From now on the server refuses each message in which this text is, with a plain `{}`.
    case refuses(String)
    /// From now on the server takes what is sent, but ends the connection without an answer.
    case noAnswer
    /// From now on each answer ends its connection.
    case closesConnections
    /// The owner deletes the machine: its webhook answers 200 with nothing, and 410 after a ``restart``.
    case forgetWebhook
    /// As ``forgetWebhook`` and ``restart``: 410 at once.
    case gone
    /// The owner disables or enables the entity with this unique id.
    case disableEntity(String)
    case enableEntity(String)
    /// The owner deletes the entity; the server does not know it any more.
    case deleteEntity(String)
    /// Binary sensors that were unavailable or unknown come back as `off`, the rest as it was.
    case restart
}
