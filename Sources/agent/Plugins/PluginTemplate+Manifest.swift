extension PluginTemplate {
    /// What its author says of it; what it asks for is empty, and so costs its user no question.
    static func manifest(_ name: String) -> String {
        """
        {
            "name": "\(name)",
            "version": "0.1.0",
            "licence": "",
            "reveals": [],
            "needs": [],
            "read": [],
            "write": [],
            "network": false
        }

        """
    }
}
