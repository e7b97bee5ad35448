package import Shared
package import Store

extension StoreError {
    /// How a command ends that met this error.
    package var exitCode: ExitCode {
        switch self {
        case .inUse: .tryAgain
        case .full, .readOnly, .removed: .notWritable
        case .notPermitted, .foreignFolder: .notPermitted
        case .folderNotMade: .notMade
        case .damaged, .newer, .noFile, .openFolder, .sealed, .badKey: .badState
        case .nameTaken, .noSuchServer: .usage
        case .failed: .internalFault
        }
    }
}
