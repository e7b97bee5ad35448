/// How a command ends; the numbers of `sysexits.h`, kept for ever.
package enum ExitCode: Int32, Sendable, Codable, CaseIterable {
    case success = 0
    /// "No" of a command that asks.
    case no = 1
    /// Usage; an unknown sensor, server, or pattern without match.
    case usage = 64
    /// A file that was handed in is wrong.
    case badData = 65
    /// No daemon, or a server that can't be reached.
    case unreachable = 69
    /// Our own fault.
    case internalFault = 70
    /// A folder or a socket can't be made where it was asked for.
    case notMade = 73
    /// State folder full or read-only.
    case notWritable = 74
    /// Try again: another daemon has the state folder.
    case tryAgain = 75
    /// What answers is no Home Assistant that we can use.
    case badServer = 76
    /// Socket, token, or plain HTTP off the local network.
    case notPermitted = 77
    /// Settings or a database that the program must not touch.
    case badState = 78
}
