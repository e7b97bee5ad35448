import Daemon
import Glibc
import Shared

/// Asks for a secret at the terminal without showing what is typed.
enum SecretPrompt {
    static func ask(_ question: String) -> String? {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        Console.prompt(question)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        let line = readLine()
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
        Console.note("")
        return line
    }
}
