/// What the daemon answers to a ``ControlRequest``: one line of JSON.
package enum ControlAnswer: Codable, Sendable {
    case sensors(SensorListing)
    case sources(SourceListing)
    case sourceChanged(SourceReport)
    case intervalSet(IntervalReport)
    case servers(ServerListing)
    case status(StatusReport)
    case names(NameListing)
    case diagnosis(Diagnosis)
    case changed(EnablementReport)
    case added(AddedServer)
    case set(ChangedServer)
    case preview(PreviewReport)
    case audit(AuditReport)
    case removed(RemovedServer)
    case reloaded(ReloadReport)
    case failure(ControlFailure)
}
