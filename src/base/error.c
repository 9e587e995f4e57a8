/* error.c - messages for failures of the world, aborts for failures of ours. */
#include "base/base.h"

#include <stdlib.h>
#include <string.h>

enum status fail(struct error *err, enum status code, const char *format, ...)
{
    if (err) {
        va_list args;
        va_start(args, format);
        err->code = code;
        vsnprintf(err->message, sizeof err->message, format, args);
        va_end(args);
    }
    return code;
}

enum status fail_in(struct error *err, const char *format, ...)
{
    if (!err)
        return ST_INPUT;
    char old[sizeof err->message];
    memcpy(old, err->message, sizeof old);
    va_list args;
    va_start(args, format);
    int n = vsnprintf(err->message, sizeof err->message, format, args);
    va_end(args);
    if (n >= 0 && (size_t)n < sizeof err->message)
        snprintf(err->message + n, sizeof err->message - (size_t)n, ": %s", old);
    return err->code;
}

_Noreturn void check_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "astormer: bug: '%s' does not hold at %s:%d\n", condition, file, line);
    abort();
}
