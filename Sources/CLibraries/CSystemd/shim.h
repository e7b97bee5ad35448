#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>

// Which module Swift finds SOCK_STREAM in depends on the order in which it reads headers.

/// 1 for a Unix stream socket that listens, 0 for anything else, or -errno.
static inline int is_listening_unix_stream(int descriptor) {
    return sd_is_socket_unix(descriptor, SOCK_STREAM, 1, NULL, 0);
}

/// The object path of the unit that systemd has a process in, to be freed; 0 or -errno. sd_pid_get_unit(3) does not serve where
/// process 1 is hidden (ProtectProc=invisible): it reads the control group of that one, too.
static inline int unit_path_of_process(sd_bus *bus, uint32_t process, char **path) {
    sd_bus_message *reply = NULL;
    const char *found = NULL;
    int result = sd_bus_call_method(bus, "org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager",
                                    "GetUnitByPID", NULL, &reply, "u", process);
    if (result >= 0) result = sd_bus_message_read_basic(reply, 'o', &found);
    if (result >= 0) {
        *path = strdup(found);
        result = *path ? 0 : -12;
    }
    sd_bus_message_unref(reply);
    return result;
}
