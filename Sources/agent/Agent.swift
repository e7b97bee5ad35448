import Daemon
import Glibc
import Live
import Shared

/// The program: finds the command and ends with its exit code.
@main
enum Agent {
    static let version = "0.1.0"

    static func main() async {
        // A reader that went away is an error of a write, not the end of the program.
        signal(SIGPIPE, SIG_IGN)
        let arguments = CommandLine.arguments
        guard !arguments.isEmpty else {
            end(ControlFailure(.internalFault, "no arguments can be read; is /proc mounted?"))
        }
        // What becomes another program does nothing else before.
        if arguments.dropFirst().first == Trampoline.word { Trampoline.run(Array(arguments.dropFirst(2))) }
        // Dispatch would raise the priority of its threads, and log of each that it may not; it looks here at its first complaint.
        setenv("LIBDISPATCH_LOG", "NO", 0)
        if arguments.dropFirst().first == GroupGuard.word { GroupGuard.watch() }
        if arguments.dropFirst().first == HostKeeper.word { HostKeeper.keep(Array(arguments.dropFirst(2))) }
        do {
            try await CommandParser.parse(Array(arguments.dropFirst())).run()
            // A reader that has seen enough, such as head, is no failure.
            if let code = Console.lossOfOutput, code != EPIPE {
                end(ControlFailure(.notWritable, "can't write all of the output: \(String(cString: strerror(code)))"))
            }
        } catch {
            end(ControlFailure(of: error))
        }
    }

    private static func end(_ failure: ControlFailure) -> Never {
        Console.note("agent: \(failure)")
        exit(failure.exitCode.rawValue)
    }
}
