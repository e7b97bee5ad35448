import Glibc

/// A second number for an open file, which no program inherits; closed at the end of its life.
final class FileDescriptorCopy {
    /// Negative when there is none, with the reason in `errno`.
    let number: Int32

    init(of descriptor: Int32, above least: Int32) {
        number = fcntl(descriptor, F_DUPFD_CLOEXEC, least)
    }

    /// A descriptor of the same file that shares nothing else with the first: it reads from the beginning.
    init(opening descriptor: Int32) {
        number = open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
    }

    deinit {
        if number >= 0 { close(number) }
    }
}
