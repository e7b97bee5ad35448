import Shared

extension OnboardingError {
    /// How `agent servers add` ends that met this error.
    var exitCode: ExitCode {
        switch self {
        case .badURL, .noSuchSetting: .usage
        case .unreachable, .starting: .unreachable
        case .plainHTTPNotLocal, .tokenRefused: .notPermitted
        case .notHomeAssistant, .redirected, .lacksMobileApp, .tooOld, .gaveNoSecret, .refused: .badServer
        case .damagedCredentials: .badState
        case .notHTTPS: .notPermitted
        case .badCertificates, .badKey, .badPinnedKeys, .badClientCertificate: .badData
        case .badProxy: .usage
        }
    }
}
