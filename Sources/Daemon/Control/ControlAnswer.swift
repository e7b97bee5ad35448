/// What the daemon answers to a ``ControlRequest``: one line of JSON.
package enum ControlAnswer: Codable, Sendable {
    case sensors(SensorListing)
    case sources(SourceListing)
    case sourceChanged(SourceReport)
    case forgotten(ForgetReport)
    case intervalSet(IntervalReport)
    case servers(ServerListing)
    case status(StatusReport)
    case names(NameListing)
    case diagnosis(Diagnosis)
    case changed(EnablementReport)
    /// Something answers at the URL.
    case answers
    case added(AddedServer)
    case set(ChangedServer)
    case preview(PreviewReport)
    case audit(AuditReport)
    case removed(RemovedServer)
    case renewed(RenewedServers)
    case reloaded(ReloadReport)
    case arrangement(Arrangement)
    case applied(ArrangementReport)
    case plugins(PluginListing)
    case failure(ControlFailure)
}
