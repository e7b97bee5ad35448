/// What a server gave to a machine that introduced itself.
package struct Registration: Sendable {
    /// ``ServerRecord/credentials``
    package var credentials: Secret
    /// ``ServerRecord/url``, put in order.
    package var url: String
    package var version: String?
    /// What the home calls itself; for people.
    package var homeName: String?
    /// ``ServerRecord/deviceID``, where the server kind chose it; `nil` takes that of the ``Onboarding``.
    package var deviceID: String?
    /// Why nothing would arrive there yet; `nil` when all is well, or nothing was tried.
    package var fault: LinkFault?

    package init(
        credentials: Secret,
        url: String,
        version: String?,
        homeName: String?,
        deviceID: String? = nil,
        fault: LinkFault? = nil
    ) {
        self.credentials = credentials
        self.url = url
        self.version = version
        self.homeName = homeName
        self.deviceID = deviceID
        self.fault = fault
    }
}
