#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

// glibc has no openat2(2), and Swift can't call the variadic syscall(2).

/// Opens a file in a folder that neither `..` nor a link leads out of: an absolute link begins at the folder again.
/// Returns the descriptor, or -errno.
static inline int open_below(const char *folder, const char *path, int flags) {
    int root = open(folder, __O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (root < 0) return -errno;
    struct open_how how = {.flags = (unsigned) flags, .resolve = RESOLVE_IN_ROOT};
    long descriptor = syscall(SYS_openat2, root, path, &how, sizeof how);
    int result = descriptor < 0 ? -errno : (int) descriptor;
    close(root);
    return result;
}

/// The same for a descriptor that only names the file (`O_PATH`): nothing is opened for reading.
static inline int locate_below(const char *folder, const char *path) {
    return open_below(folder, path, __O_PATH | O_CLOEXEC);
}
