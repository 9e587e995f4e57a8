/* listen.c - the address to listen on. */
#include "serve/internal.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static enum status resolve(const char *address, int port, struct addrinfo **out, struct error *err)
{
    char service[16];
    snprintf(service, sizeof service, "%d", port);
    bool local = equal_nocase(address, "localhost");
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                             .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE};
    int bad = getaddrinfo(local ? "127.0.0.1" : address, service, &hints, out);
    return bad ? fail(err, ST_USAGE, "'%s' is not an address to listen on: %s", address,
                      gai_strerror(bad))
               : ST_OK;
}

bool serve_is_loopback(const char *address)
{
    struct addrinfo *a;
    if (resolve(address, 0, &a, NULL) != ST_OK)
        return false;
    bool loopback = false;
    if (a->ai_family == AF_INET)
        loopback = *(uint8_t *)&((struct sockaddr_in *)(void *)a->ai_addr)->sin_addr.s_addr == 127;
    else if (a->ai_family == AF_INET6)
        loopback = IN6_IS_ADDR_LOOPBACK(&((struct sockaddr_in6 *)(void *)a->ai_addr)->sin6_addr);
    freeaddrinfo(a);
    return loopback;
}

enum status listen_at(const struct serve_options *o, int *out, int *port, bool *ipv6,
                             struct error *err)
{
    struct addrinfo *a;
    enum status st = resolve(o->address, o->port, &a, err);
    if (st != ST_OK)
        return st;
    int one = 1, fd = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    *ipv6 = a->ai_family == AF_INET6;
    if (fd >= 0)
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (fd < 0 || bind(fd, a->ai_addr, a->ai_addrlen) != 0 || listen(fd, 128) != 0)
        st = fail(err, ST_IO, "cannot listen on %s, port %d: %s%s", o->address, o->port,
                  strerror(errno), errno == EADDRINUSE ? "; choose another with --port" : "");
    freeaddrinfo(a);
    struct sockaddr_storage bound;
    socklen_t n = sizeof bound;
    if (st == ST_OK && getsockname(fd, (struct sockaddr *)&bound, &n) == 0)
        *port = ntohs(*ipv6 ? ((struct sockaddr_in6 *)&bound)->sin6_port
                            : ((struct sockaddr_in *)&bound)->sin_port);
    if (st != ST_OK && fd >= 0)
        close(fd);
    *out = fd;
    return st;
}
