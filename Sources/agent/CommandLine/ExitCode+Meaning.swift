import Shared

extension ExitCode {
    /// What help and man page say about it.
    var meaning: String {
        switch self {
        case .success: "done"
        case .no: "the answer is no, from a command that asks"
        case .usage: "usage, or no such sensor, server or pattern"
        case .badData: "a file that was handed in is wrong"
        case .unreachable: "no daemon, or the server can't be reached"
        case .internalFault: "a fault of the program"
        case .notMade: "state folder, socket or file can't be made there, or is there already"
        case .notWritable: "the state folder, or where output goes, is full or read-only"
        case .tryAgain: "try again: another daemon has the state folder, or an update is not finished"
        case .badServer: "what answers is no Home Assistant that can be used"
        case .notPermitted: "not permitted: control socket, token, or plain http off the local network"
        case .badState: "settings or a database that must not be touched"
        }
    }
}
