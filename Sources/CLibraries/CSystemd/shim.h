#include <sys/socket.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-login.h>

// Which module Swift finds SOCK_STREAM in depends on the order in which it reads headers.

/// 1 for a Unix stream socket that listens, 0 for anything else, or -errno.
static inline int is_listening_unix_stream(int descriptor) {
    return sd_is_socket_unix(descriptor, SOCK_STREAM, 1, NULL, 0);
}
