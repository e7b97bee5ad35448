import SensorSDK
import Shared

/// What a plugin did wrong, so that its process was ended.
enum PluginFault: Error, Sendable, Hashable, CustomStringConvertible {
    case cannotStart(String)
    /// No answer in time to a request of this word; what it said instead.
    case late(String, instead: String?)
    case ended(ChildEnd, lastError: String?)
    /// It does not read what it is sent.
    case deaf
    /// It says more than anybody asked for.
    case floods
    /// It speaks another version.
    case version(Int)
    /// Its own words.
    case refuses(String, String)
    /// An answer to another question.
    case wrongAnswer(String)
    /// The file that it is about can't be read, and what that means for a reading.
    case unreadable(UnavailableReason, String)
    /// Ended on purpose.
    case closed

    var description: String {
        switch self {
        case .cannotStart(let reason): reason
        case .late(let word, nil): "did not answer '\(word)' in time"
        case .late(let word, let instead?): "did not answer '\(word)' in time; it said: \(instead)"
        case .ended(let end, nil): "\(end)"
        case .ended(let end, let error?): "\(end); its last words: \(error)"
        case .deaf: "does not read its standard input"
        case .floods: "says much more than it was asked"
        case .version(let version): "speaks version \(version) of the protocol, which is not known here"
        case .refuses(let word, let text): "answered '\(word)' with an error: \(text)"
        case .wrongAnswer(let word): "gave another answer than one to '\(word)'"
        case .unreadable(_, let text): text
        case .closed: "was ended"
        }
    }
}
