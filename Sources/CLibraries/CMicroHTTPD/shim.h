#include <errno.h>
#include <netinet/in.h>
#include <microhttpd.h>

// Swift can't call variadic functions.

/// Starts one thread that serves loopback only. `key` and `certificate` (PEM) are NULL for plain HTTP. When this gives NULL,
/// `failure` holds an errno, or 0 if the library did not say.
static inline struct MHD_Daemon *mhd_start_on_loopback(
    uint16_t port, MHD_AccessHandlerCallback answer, MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback connected, void *context, unsigned int idle_seconds, const char *key,
    const char *certificate, int *failure) {
    struct sockaddr_in address = {0};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);

    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    unsigned int flags = MHD_USE_AUTO_INTERNAL_THREAD | MHD_USE_SUSPEND_RESUME | (key ? MHD_USE_TLS : 0);

    errno = 0;
    struct MHD_Daemon *daemon = MHD_start_daemon(
        flags, port, NULL, NULL, answer, context,
        MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address,
        MHD_OPTION_NOTIFY_COMPLETED, completed, context,
        MHD_OPTION_NOTIFY_CONNECTION, connected, context,
        MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
        MHD_OPTION_ARRAY, key ? tls : none,
        MHD_OPTION_END);
    *failure = daemon ? 0 : errno;
    return daemon;
}

static inline uint16_t mhd_port(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

/// What the connection callback stored for this connection.
static inline void *mhd_connection_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}
