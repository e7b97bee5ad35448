#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/openat2.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <time.h>
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

/// The same without a folder around it. An automount point that nothing is mounted on is named and not triggered.
static inline int locate(const char *path) {
    int descriptor = open(path, __O_PATH | O_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

// Declared by glibc only for _GNU_SOURCE, which Swift does not define; the latter since 2.34.
extern int pipe2(int ends[2], int flags);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

/// Starts a program in a process group of its own, with no blocked and no ignored signal. Returns 0 or an errno.
static inline int spawn_in_group(pid_t *pid, const char *program, char *const arguments[], char *const environment[],
                                 const posix_spawn_file_actions_t *actions) {
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int code = posix_spawnattr_init(&attributes);
    if (code != 0) return code;
    code = posix_spawnattr_setpgroup(&attributes, 0);
    if (code == 0) code = posix_spawnattr_setsigmask(&attributes, &none);
    if (code == 0) code = posix_spawnattr_setsigdefault(&attributes, &all);
    if (code == 0) {
        code = posix_spawnattr_setflags(
            &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    if (code == 0) code = posix_spawn(pid, program, actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    return code;
}

/// Starts a program that has nothing of ours but `output` as its standard output. Returns 0 or an errno.
static inline int spawn_apart(pid_t *pid, const char *program, char *const arguments[], char *const environment[],
                              int output) {
    posix_spawn_file_actions_t actions;
    int code = posix_spawn_file_actions_init(&actions);
    if (code != 0) return code;
    code = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, output, 1);
    if (code == 0) code = posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    if (code == 0) code = spawn_in_group(pid, program, arguments, environment, &actions);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

/// Starts a program whose standard input is `socket`, and which has nothing else of ours but standard error. Returns 0 or an
/// errno.
static inline int spawn_at_socket(pid_t *pid, const char *program, char *const arguments[], char *const environment[],
                                  int socket) {
    posix_spawn_file_actions_t actions;
    int code = posix_spawn_file_actions_init(&actions);
    if (code != 0) return code;
    code = posix_spawn_file_actions_adddup2(&actions, socket, 0);
    if (code == 0) code = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    if (code == 0) code = spawn_in_group(pid, program, arguments, environment, &actions);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

// prctl(2) is variadic.

/// Gives this process a name of at most 15 bytes, and has the kernel kill it when the thread that started it ends.
static inline void begin_as_helper(const char *name) {
    prctl(PR_SET_NAME, name, 0, 0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
}

/// No core dump of this process, and no look into its memory by others of the same user. Returns 0, or -errno.
static inline int forbid_dumps(void) {
    return prctl(PR_SET_DUMPABLE, 0L, 0L, 0L, 0L) == 0 ? 0 : -errno;
}

// Swift's Glibc module leaves <sys/timex.h> out.

/// 1 when the kernel's clock is kept in step with another one, 0 when not, -1 when the kernel does not say.
static inline int clock_is_synchronized(void) {
    struct timex state = {.modes = 0};
    int result = adjtimex(&state);
    if (result < 0) return -1;
    return result != TIME_ERROR && (state.status & STA_UNSYNC) == 0;
}

// Which module Swift finds timespec in depends on the order in which it reads headers.

/// The time of one of the kernel's clocks.
static inline long long clock_nanoseconds(clockid_t clock) {
    struct timespec time = {0};
    clock_gettime(clock, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/// A descriptor that becomes readable when the process ends. Returns it, or -errno.
static inline int process_descriptor(pid_t process) {
    long descriptor = syscall(SYS_pidfd_open, process, 0);
    return descriptor < 0 ? -errno : (int) descriptor;
}

/// A pipe of which no program inherits an end by itself. Returns 0 or -errno.
static inline int make_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC) < 0 ? -errno : 0;
}

/// Two connected ends that no program inherits by itself. Returns 0 or -errno.
static inline int make_socket_pair(int ends[2]) {
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0 ? -errno : 0;
}

/// Has this process, as long as the calling thread lives, signalled when the thread that started it ends. Returns 0 or -errno.
static inline int follow_parent(int signal) {
    return prctl(PR_SET_PDEATHSIG, (long) signal, 0, 0, 0) < 0 ? -errno : 0;
}

/// Makes this process the parent of whatever its descendants leave behind. Returns 0 or -errno.
static inline int adopt_orphans(void) {
    return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) < 0 ? -errno : 0;
}

/// Nothing that is executed from here on gains a right that this process lacks. Returns 0 or -errno.
static inline int renounce_privileges(void) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ? -errno : 0;
}

/// Sets both limits, never above what is allowed now. Returns 0 or -errno.
static inline int set_limit(int resource, unsigned long long value) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) < 0) return -errno;
    if (limit.rlim_max > value) limit.rlim_max = value;
    limit.rlim_cur = limit.rlim_max;
    return setrlimit(resource, &limit) < 0 ? -errno : 0;
}

/// Lets this process have as many open files as it may. Returns 0 or -errno.
static inline int raise_files(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return -errno;
    limit.rlim_cur = limit.rlim_max;
    return setrlimit(RLIMIT_NOFILE, &limit) < 0 ? -errno : 0;
}

enum {
    limit_memory = RLIMIT_DATA,
    limit_processor = RLIMIT_CPU,
    limit_files = RLIMIT_NOFILE,
    limit_file_size = RLIMIT_FSIZE,
    limit_processes = RLIMIT_NPROC,
    limit_core = RLIMIT_CORE,
};

/// Closes every descriptor from this number on in the child.
static inline int close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

// Landlock (landlock(7)); glibc has no functions for it, and older headers not all of its rights.

enum {
    landlock_reading = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
    landlock_listing = LANDLOCK_ACCESS_FS_READ_DIR,
    /// Devices and sockets of the kernel's families are never made by a plugin.
    landlock_making = LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
                      LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_SYM | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                      LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_REFER,
    /// To write into a file, to shorten it, and to steer a device.
    landlock_changing = LANDLOCK_ACCESS_FS_WRITE_FILE | 1 << 14 | 1 << 15,
    /// What can be said of a file that is no folder.
    landlock_of_files = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | landlock_changing,
};

/// Version of the kernel's Landlock; below 1 where there is none.
static inline int landlock_version(void) {
    long version = syscall(SYS_landlock_create_ruleset, 0, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return version < 0 ? -errno : (int) version;
}

/// Rights over files that a version knows.
static inline unsigned long long landlock_rights(int version) {
    int count = version < 2 ? 13 : version < 3 ? 14 : version < 5 ? 15 : 16;
    return (1ULL << count) - 1;
}

/// A set of rules under which nothing is allowed; no signal and no abstract socket reaches out of it where the version knows
/// that. Returns its descriptor or -errno.
static inline int landlock_begin(int version) {
    struct {
        unsigned long long files, network, scoped;
    } rules = {.files = landlock_rights(version), .scoped = version < 6 ? 0 : 3};
    long set = syscall(SYS_landlock_create_ruleset, &rules, version < 6 ? sizeof rules.files : sizeof rules, 0);
    return set < 0 ? -errno : (int) set;
}

/// Allows this at a file, or at a folder and all that is below. Returns 0 or -errno.
static inline int landlock_allow(int set, int file, unsigned long long rights) {
    struct landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = file};
    return syscall(SYS_landlock_add_rule, set, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) < 0 ? -errno : 0;
}

/// Puts this process under the rules, for good. Returns 0 or -errno.
static inline int landlock_enter(int set) {
    return syscall(SYS_landlock_restrict_self, set, 0) < 0 ? -errno : 0;
}

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#elif defined(__riscv)
#define OWN_ARCHITECTURE AUDIT_ARCH_RISCV64
#endif

/// From here on this process and all that it starts make no sockets but those of the machine itself: between programs, to the
/// kernel, of CAN and of Bluetooth. Calls of another architecture than the machine's fail, since they have other numbers, and so
/// does io_uring, which makes sockets by itself. Returns 0 or -errno; needs renounce_privileges().
static inline int forbid_network(void) {
#ifdef OWN_ARCHITECTURE
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define UNLESS(value, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped)
#define END(what) BPF_STMT(BPF_RET | BPF_K, what)
    struct sock_filter rules[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0),
        END(SECCOMP_RET_ERRNO | EACCES),
        LOAD(nr),
        // Numbers of x32, which only amd64 has.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        END(SECCOMP_RET_ERRNO | EACCES),
        UNLESS(SYS_io_uring_setup, 1),
        END(SECCOMP_RET_ERRNO | EACCES),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 1, 0),
        END(SECCOMP_RET_ALLOW),
        // The lower half, which is all that the kernel looks at; amd64, arm64 and riscv64 are little-endian.
        LOAD(args[0]),
        UNLESS(AF_UNIX, 1),
        END(SECCOMP_RET_ALLOW),
        UNLESS(AF_NETLINK, 1),
        END(SECCOMP_RET_ALLOW),
        UNLESS(AF_CAN, 1),
        END(SECCOMP_RET_ALLOW),
        UNLESS(AF_BLUETOOTH, 1),
        END(SECCOMP_RET_ALLOW),
        END(SECCOMP_RET_ERRNO | EACCES),
    };
#undef LOAD
#undef UNLESS
#undef END
    struct sock_fprog program = {.len = sizeof rules / sizeof rules[0], .filter = rules};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) < 0 ? -errno : 0;
#else
    return -ENOSYS;
#endif
}

/// Names a file without opening it, and without following a link. Returns the descriptor or -errno.
static inline int locate_itself(const char *path) {
    int descriptor = open(path, __O_PATH | O_NOFOLLOW | O_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

/// A watch that waits for nothing. Returns its descriptor or -errno.
static inline int folder_watch(void) {
    int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    return watch < 0 ? -errno : watch;
}

/// Has it hear of what is made, written to its end, given other rights, renamed or removed in a folder. Returns 0 or -errno.
static inline int folder_watch_add(int watch, const char *folder) {
    uint32_t events = IN_CREATE | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF;
    return inotify_add_watch(watch, folder, events | IN_ONLYDIR) < 0 ? -errno : 0;
}
