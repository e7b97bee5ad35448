/// Who runs the plugins; the words are kept for ever.
package enum PluginHostState: String, Codable, Sendable, Hashable, CaseIterable {
    /// A process of a user of its own, which can read nothing of the agent's.
    case ownUser = "own_user"
    /// A process of the user who runs the daemon: what that user can read, plugins can read.
    case yourUser = "your_user"
    /// It is not there and nothing is missed: there are no plugins.
    case absent
    /// It is not there although there are plugins, of which nothing is known now.
    case unreachable
    /// It is there and does not answer: what is known of the plugins is what it said before.
    case silent
    /// It is not there because an administrator masked its unit; nothing is known of the plugins.
    case masked

    /// Whether there may be plugins of which nothing is known now.
    package var isAway: Bool { [.unreachable, .silent, .masked].contains(self) }
}
