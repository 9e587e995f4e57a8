/* late.c - shared libraries loaded when first needed. */
#include "base/base.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

static enum status load(struct late_library *l, struct error *err)
{
    void *handle = dlopen(l->file, RTLD_NOW | (l->global ? RTLD_GLOBAL : RTLD_LOCAL));
    if (!handle) {
        const char *why = dlerror();
        return fail(err, ST_IO, "%s cannot be loaded: %s", l->what, why ? why : l->file);
    }
    for (int i = 0; i < l->n; i++) {
        void *address = dlsym(handle, l->functions[i].name);
        if (!address) {
            dlclose(handle);
            return fail(err, ST_IO, "%s: '%s' has no function '%s'", l->what, l->file,
                        l->functions[i].name);
        }
        memcpy(l->functions[i].to, &address, sizeof address); /* a function's, which C keeps apart */
    }
    l->loaded = true; /* and never unloaded: it may have threads and handlers of its own */
    return ST_OK;
}

enum status late_load(struct late_library *library, struct error *err)
{
    pthread_mutex_lock(&one_at_a_time);
    enum status st = library->loaded ? ST_OK : load(library, err);
    pthread_mutex_unlock(&one_at_a_time);
    return st;
}
