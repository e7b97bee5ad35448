import Glibc

/// Kills daemons at random moments and checks what their servers got: `Tests/torture` says how.
@main struct Torture {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do throws(UsageError) {
            if arguments.first == VictimPlan.word {
                let plan = try VictimPlan(Array(arguments.dropFirst()))
                return await Victim(plan).run()
            }
            let run = try TortureRun(TortureOptions(arguments))
            exit(try run.run() ? 0 : 1)
        } catch {
            FileHandles.say("torture: \(error)")
            exit(64)
        }
    }
}
