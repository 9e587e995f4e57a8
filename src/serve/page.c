/* page.c - the web page inside the program, and its modules as one script. */
#include "serve/internal.h"

#include <string.h>

const struct asset *asset_find(const char *path)
{
    if (strcmp(path, "/") == 0)
        path = "/index.html";
    for (int i = 0; i < n_assets; i++)
        if (strcmp(assets[i].path, path) == 0)
            return &assets[i];
    return NULL;
}

static bool starts(const char *s, const char *end, const char *with)
{
    size_t n = strlen(with);
    return (size_t)(end - s) >= n && memcmp(s, with, n) == 0;
}

/* The modules are written so that this is enough: each import is one line, exports are
 * declarations, and no two modules use the same name at their top. */
static void add_module(struct strbuf *out, const struct asset *module)
{
    const char *at = module->text, *end = module->text + module->n;
    while (at < end) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        line_end = line_end ? line_end + 1 : end;
        if (starts(at, line_end, "export "))
            at += strlen("export ");
        if (!starts(at, line_end, "import "))
            strbuf_add(out, at, (size_t)(line_end - at));
        at = line_end;
    }
}

/* assets[] lists modules before those that import them. */
const char *asset_bundle(struct arena *arena)
{
    struct strbuf out = strbuf_in(arena);
    for (int i = 0; i < n_assets; i++) {
        size_t n = strlen(assets[i].path);
        if (n > 3 && strcmp(assets[i].path + n - 3, ".js") == 0)
            add_module(&out, &assets[i]);
    }
    return strbuf_text(&out);
}
