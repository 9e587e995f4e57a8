/* clients.c - what is remembered of addresses: wrong tokens, and questions under way.
 *
 * A table of fixed size; when it is full, the address unheard of for longest makes place.  Of IPv6
 * the first 64 bits count, since whoever has one address has all of them. */
#include "serve/internal.h"

#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#define FREE_GUESSES 5 /* wrong tokens before an address has to wait */
#define WAIT_MAX 60.0  /* seconds */

uint64_t client_key(const struct sockaddr *address)
{
    if (address && address->sa_family == AF_INET)
        return hash_bytes(&((const struct sockaddr_in *)(const void *)address)->sin_addr, 4, 4);
    if (address && address->sa_family == AF_INET6)
        return hash_bytes(&((const struct sockaddr_in6 *)(const void *)address)->sin6_addr, 8, 6);
    return 0;
}

/* Its entry, made if need be; NULL when every entry has questions under way. */
static struct client *entry_of(struct clients *c, uint64_t key, double now)
{
    struct client *oldest = NULL;
    for (int i = 0; i < CLIENTS_MAX; i++) {
        struct client *e = &c->v[i];
        if (e->used > 0 && e->key == key) {
            e->used = now;
            return e;
        }
        if (e->active == 0 && (!oldest || e->used < oldest->used))
            oldest = e;
    }
    if (oldest)
        *oldest = (struct client){.key = key, .used = now};
    return oldest;
}

double client_must_wait(struct clients *c, uint64_t key, double now)
{
    pthread_mutex_lock(&c->lock);
    double left = 0;
    for (int i = 0; i < CLIENTS_MAX; i++)
        if (c->v[i].used > 0 && c->v[i].key == key)
            left = c->v[i].until - now;
    pthread_mutex_unlock(&c->lock);
    return MAX(left, 0);
}

void client_guessed(struct clients *c, uint64_t key, bool right, double now)
{
    pthread_mutex_lock(&c->lock);
    struct client *e = entry_of(c, key, now);
    if (e) {
        e->wrong = right ? 0 : MIN(e->wrong + 1, FREE_GUESSES + 10);
        double wait = e->wrong > FREE_GUESSES ? (double)(1u << (e->wrong - FREE_GUESSES - 1)) : 0;
        e->until = now + MIN(wait, WAIT_MAX);
    }
    pthread_mutex_unlock(&c->lock);
}

bool client_enter(struct clients *c, uint64_t key, int most, double now)
{
    pthread_mutex_lock(&c->lock);
    struct client *e = entry_of(c, key, now);
    bool room = e && (most == 0 || e->active < most);
    if (room)
        e->active++;
    pthread_mutex_unlock(&c->lock);
    return room;
}

void client_leave(struct clients *c, uint64_t key)
{
    pthread_mutex_lock(&c->lock);
    for (int i = 0; i < CLIENTS_MAX; i++)
        if (c->v[i].used > 0 && c->v[i].key == key && c->v[i].active > 0)
            c->v[i].active--;
    pthread_mutex_unlock(&c->lock);
}
