#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <microhttpd.h>

// Swift can't call variadic functions.

/// Starts one thread that serves one address, IPv4 or IPv6 in numbers. `key` and `certificate` (PEM) are NULL for plain HTTP. When this gives NULL,
/// `failure` holds an errno, or 0 if the library did not say.
static inline struct MHD_Daemon *mhd_start(
    const char *host, uint16_t port, unsigned int connections, MHD_AccessHandlerCallback answer, MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback connected, void *context, unsigned int first_seconds, const char *key,
    const char *certificate, int *failure) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    struct sockaddr_in6 address6 = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
    int is6 = inet_pton(AF_INET6, host, &address6.sin6_addr) == 1;
    if (!is6 && inet_pton(AF_INET, host, &address.sin_addr) != 1) {
        *failure = EINVAL;
        return NULL;
    }

    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    // Not epoll: edge-triggered, the library misses an end that arrives together with the last bytes, and keeps the connection until
    // its time is up.
    unsigned int flags = MHD_USE_POLL_INTERNAL_THREAD | MHD_USE_SUSPEND_RESUME | (key ? MHD_USE_TLS : 0) |
        (is6 ? MHD_USE_IPv6 : 0);

    errno = 0;
    struct MHD_Daemon *daemon = MHD_start_daemon(
        flags, port, NULL, NULL, answer, context,
        MHD_OPTION_SOCK_ADDR, is6 ? (struct sockaddr *)&address6 : (struct sockaddr *)&address,
        MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_NOTIFY_COMPLETED, completed, context,
        MHD_OPTION_NOTIFY_CONNECTION, connected, context,
        MHD_OPTION_CONNECTION_TIMEOUT, first_seconds,
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

/// Seconds without a byte after which this connection ends. To be called on the server's thread.
static inline enum MHD_Result mhd_set_idle_seconds(struct MHD_Connection *connection, unsigned int seconds) {
    return MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}
