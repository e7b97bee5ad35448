/// All commands; help, man page and completions are made from this.
enum CommandTable {
    /// Those that people are told about.
    static var shown: [CommandSpecification] { commands.filter { !$0.isHidden } }

    static let commands: [CommandSpecification] = [
        RunCommand.specification,
        ReloadCommand.specification,
        StatusCommand.specification,
        DoctorCommand.specification,
        ServersAddCommand.specification,
        ServersListCommand.specification,
        ServersSetCommand.specification,
        ServersReconnectCommand.specification,
        ServersRemoveCommand.specification,
        KeysNewCommand.specification,
        ServersRenewCommand.specification,
        ServersKeepCommand.specification,
        SensorsListCommand.specification,
        SensorsEnableCommand.specification,
        SensorsDisableCommand.specification,
        SensorsReadCommand.specification,
        SensorsSetCommand.specification,
        SensorsAddCommand.specification,
        SensorsRemoveCommand.specification,
        SensorsSourcesCommand.specification,
        SensorsForgetCommand.specification,
        PluginsListCommand.specification,
        PluginsRestartCommand.specification,
        PluginsResetCommand.specification,
        PluginsRunCommand.specification,
        PluginsTestCommand.specification,
        PluginsNewCommand.specification,
        ApplyCommand.specification,
        PreviewCommand.specification,
        AuditCommand.specification,
        ReceiveCommand.specification,
        DemoCommand.specification,
        DemoStandInCommand.specification,
        HelpCommand.specification,
        VolumeProbeCommand.specification,
        PluginHostCommand.specification,
        CompleteCommand.specification,
        PrintCommand.specification,
    ]

    /// Words that a verb follows; without one a list is meant, if there is any.
    static let nouns = ["servers", "keys", "sensors", "plugins"]

    /// Nouns are plural; the singular is accepted.
    static func plural(_ word: String) -> String {
        nouns.first { $0 == word + "s" } ?? word
    }
}
