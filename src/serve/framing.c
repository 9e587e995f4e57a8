/* framing.c - whether a request says plainly whom it is for and where it ends.
 *
 * libmicrohttpd takes the first of two Host or Content-Length headers, and chunks if there is a
 * length as well; what stands before us (a proxy) may read them otherwise, and would then take the
 * end of one request for the beginning of somebody else's. */
#include "serve/internal.h"

#include <string.h>
#include <strings.h>

struct framing {
    int hosts, lengths, encodings;
    bool odd; /* an encoding we do not know */
};

static enum MHD_Result count(void *context, enum MHD_ValueKind kind, const char *name, size_t n,
                             const char *value, size_t n_value)
{
    (void)kind;
    struct framing *f = context;
    while (n > 0 && strchr(" \t", name[n - 1])) /* "Transfer-Encoding : chunked" */
        n--;
    bool is_encoding = n == 17 && strncasecmp(name, "Transfer-Encoding", n) == 0;
    f->hosts += n == 4 && strncasecmp(name, "Host", n) == 0;
    f->lengths += n == 14 && strncasecmp(name, "Content-Length", n) == 0;
    f->encodings += is_encoding;
    f->odd |= is_encoding && !(n_value == 7 && strncasecmp(value, "chunked", 7) == 0);
    return MHD_YES;
}

bool framing_is_plain(struct MHD_Connection *socket)
{
    struct framing f = {0};
    mhd.get_connection_values_n(socket, MHD_HEADER_KIND, count, &f);
    return f.hosts <= 1 && f.lengths + f.encodings <= 1 && !f.odd;
}
