/* str.c - slices, growing texts, UTF-8, and the map from bytes to int. */
#include "base/base.h"

#include <string.h>
#include <strings.h>

struct slice slice_of(const char *s)
{
    return (struct slice){s, strlen(s)};
}

bool slice_equal(struct slice a, const char *b)
{
    return strlen(b) == a.n && memcmp(a.s, b, a.n) == 0;
}

bool slice_equal_nocase(struct slice a, const char *b)
{
    return strlen(b) == a.n && strncasecmp(a.s, b, a.n) == 0;
}

bool equal_nocase(const char *a, const char *b)
{
    return strcasecmp(a, b) == 0;
}

char *lower_ascii(struct arena *arena, const char *s)
{
    char *copy = arena_strdup(arena, s);
    for (char *c = copy; *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c - 'A' + 'a');
    return copy;
}

struct strbuf strbuf_in(struct arena *arena)
{
    return (struct strbuf){.arena = arena, .max = STRBUF_MAX};
}

void strbuf_add(struct strbuf *b, const char *s, size_t n)
{
    if (b->overflow || n > b->max - b->n) {
        b->overflow = true;
        return;
    }
    if (b->n + n + 1 > b->cap) {
        size_t cap = b->cap ? b->cap : 64;
        while (cap < b->n + n + 1)
            cap *= 2;
        char *bigger = arena_alloc(b->arena, cap, 1);
        if (b->n)
            memcpy(bigger, b->s, b->n);
        b->s = bigger;
        b->cap = cap;
    }
    if (n)
        memcpy(b->s + b->n, s, n);
    b->n += n;
    b->s[b->n] = '\0';
}

void strbuf_puts(struct strbuf *b, const char *s)
{
    strbuf_add(b, s, strlen(s));
}

void strbuf_putc(struct strbuf *b, char c)
{
    strbuf_add(b, &c, 1);
}

void strbuf_xml(struct strbuf *b, const char *s, size_t n)
{
    static const struct {
        char c;
        const char *entity;
    } entities[] = {
        {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"},
    };
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        const char *entity = NULL;
        for (int k = 0; k < COUNT_OF(entities); k++)
            if (s[i] == entities[k].c)
                entity = entities[k].entity;
        if (entity)
            strbuf_puts(b, entity);
        else
            strbuf_putc(b, (c < ' ' && c != '\n' && c != '\t') || c == 127 ? ' ' : s[i]);
    }
}

void strbuf_printf(struct strbuf *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    strbuf_vprintf(b, format, args);
    va_end(args);
}

void strbuf_vprintf(struct strbuf *b, const char *format, va_list args)
{
    char local[256];
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(local, sizeof local, format, args);
    CHECK(n >= 0);
    if ((size_t)n < sizeof local) {
        strbuf_add(b, local, (size_t)n);
    } else {
        char *text = arena_alloc(b->arena, (size_t)n + 1, 1);
        vsnprintf(text, (size_t)n + 1, format, again);
        strbuf_add(b, text, (size_t)n);
    }
    va_end(again);
}

const char *strbuf_text(struct strbuf *b)
{
    return b->s ? b->s : "";
}

int utf8_decode(const char *s, size_t n, int32_t *code_point)
{
    const unsigned char *u = (const unsigned char *)s;
    *code_point = 0xFFFD;
    if (n == 0)
        return 0;
    if (u[0] < 0x80) {
        *code_point = u[0];
        return 1;
    }
    int length = u[0] >= 0xF0 && u[0] < 0xF5 ? 4 : u[0] >= 0xE0 && u[0] < 0xF0 ? 3
               : u[0] >= 0xC2 && u[0] < 0xE0 ? 2 : 0;
    if (length == 0 || (size_t)length > n)
        return 1;
    int32_t c = u[0] & (0xFF >> (length + 1));
    for (int i = 1; i < length; i++) {
        if ((u[i] & 0xC0) != 0x80)
            return 1;
        c = c << 6 | (u[i] & 0x3F);
    }
    static const int32_t smallest[5] = {0, 0, 0x80, 0x800, 0x10000};
    if (c < smallest[length] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
        return 1;
    *code_point = c;
    return length;
}

int utf8_length(const char *s, size_t n)
{
    int32_t c;
    int length = utf8_decode(s, n, &c);
    bool replacement = n >= 3 && memcmp(s, "\xEF\xBF\xBD", 3) == 0;
    return c == 0xFFFD && !replacement ? 0 : length;
}

bool utf8_valid(const char *s, size_t n)
{
    for (size_t i = 0; i < n;) {
        uint64_t eight = 0;
        if (n - i >= sizeof eight)
            memcpy(&eight, s + i, sizeof eight);
        if (n - i >= sizeof eight && (eight & 0x8080808080808080u) == 0) { /* most text is ASCII */
            i += sizeof eight;
            continue;
        }
        int length = utf8_length(s + i, n - i);
        if (length == 0)
            return false;
        i += (size_t)length;
    }
    return true;
}

uint64_t hash_bytes(const void *data, size_t n, uint64_t seed)
{
    const unsigned char *p = data;
    uint64_t h = seed ^ (n * 0x9E3779B97F4A7C15u);
    for (; n >= 8; n -= 8, p += 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        h = mix64(h ^ word);
    }
    uint64_t tail = 0;
    if (n)
        memcpy(&tail, p, n);
    return mix64(h ^ tail);
}

/* Four lanes, since one chain of multiplications would be slower than the disk. */
uint64_t hash_block(const void *data, size_t n, uint64_t seed)
{
    uint64_t lane[4] = {seed, seed ^ 1, seed ^ 2, seed ^ 3};
    const char *s = data, *end = s + n;
    for (; end - s >= 32; s += 32)
        for (int i = 0; i < 4; i++) {
            uint64_t word;
            memcpy(&word, s + 8 * i, 8);
            lane[i] = (lane[i] ^ word) * 0x9E3779B97F4A7C15u;
            lane[i] ^= lane[i] >> 29;
        }
    return hash_bytes(lane, sizeof lane, hash_bytes(s, (size_t)(end - s), n));
}

struct map map_in(struct arena *arena)
{
    return (struct map){.arena = arena};
}

static struct map_entry *map_find(struct map_entry *entries, int capacity, const char *key,
                                  size_t n, uint32_t hash)
{
    uint32_t mask = (uint32_t)capacity - 1;
    for (uint32_t i = hash & mask;; i = (i + 1) & mask) {
        struct map_entry *e = &entries[i];
        if (!e->key || (e->hash == hash && e->length == n && memcmp(e->key, key, n) == 0))
            return e;
    }
}

int map_get(const struct map *map, const char *key, size_t n, int missing)
{
    if (map->count == 0)
        return missing;
    uint32_t hash = (uint32_t)hash_bytes(key, n, 0);
    const struct map_entry *e = map_find(map->entries, map->capacity, key, n, hash);
    return e->key ? e->value : missing;
}

static void map_resize(struct map *map, int capacity)
{
    struct map_entry *entries = ARENA_ARRAY(map->arena, struct map_entry, capacity);
    for (int i = 0; i < map->capacity; i++) {
        const struct map_entry *e = &map->entries[i];
        if (e->key)
            *map_find(entries, capacity, e->key, e->length, e->hash) = *e;
    }
    map->entries = entries;
    map->capacity = capacity;
}

void map_reserve(struct map *map, int count)
{
    int capacity = MAX(map->capacity, 16);
    CHECK(count <= INT32_MAX / 4);
    while ((long)count * 4 >= (long)capacity * 3)
        capacity *= 2;
    if (capacity > map->capacity)
        map_resize(map, capacity);
}

static int put(struct map *map, const char *key, size_t n, int value, bool borrow)
{
    CHECK(n <= UINT32_MAX);
    if (map->count * 4 >= map->capacity * 3)
        map_resize(map, map->capacity ? map->capacity * 2 : 16);
    uint32_t hash = (uint32_t)hash_bytes(key, n, 0);
    struct map_entry *e = map_find(map->entries, map->capacity, key, n, hash);
    if (!e->key) {
        const char *kept = borrow ? key : arena_strndup(map->arena, key, n);
        *e = (struct map_entry){kept, (uint32_t)n, hash, value};
        map->count++;
    }
    return e->value;
}

int map_put(struct map *map, const char *key, size_t n, int value)
{
    return put(map, key, n, value, false);
}

int map_put_borrowed(struct map *map, const char *key, size_t n, int value)
{
    return put(map, key, n, value, true);
}
