import Shared
import Store

extension ControlFailure {
    /// Any error, as a command ends with it.
    package init(of error: any Error) {
        switch error {
        case let failure as ControlFailure: self = failure
        case let error as StoreError: self.init(error.exitCode, "\(error)")
        default: self.init(.internalFault, "\(error)".printable(limit: 500))
        }
    }
}
