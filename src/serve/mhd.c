/* mhd.c - see mhd.h. */
#include "serve/mhd.h"

#include "version.h"

struct mhd_functions mhd;

enum status mhd_load(struct error *err)
{
    static const struct late_function functions[] = {
#define FUNCTION(name) {"MHD_" #name, &mhd.name},
        MHD_FUNCTIONS(FUNCTION)
#undef FUNCTION
    };
    static struct late_library library = {.file = LATE_MICROHTTPD,
                                          .what = "the HTTP library (package libmicrohttpd12)",
                                          .functions = functions, .n = COUNT_OF(functions)};
    return late_load(&library, err);
}
