/* test.h - what every unit test includes: cmocka with its prerequisites, in the right order. */
#ifndef ASTORMER_TEST_H
#define ASTORMER_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
/* base.h has a function of that name; tests that give up call fail_test */
#undef fail
#undef fail_msg
#define fail_test(...) (print_error(__VA_ARGS__), print_error("\n"), _fail(__FILE__, __LINE__))

#include "base/base.h"

#define assert_ok(call, err)                                              \
    do {                                                                  \
        enum status status_ = (call);                                     \
        if (status_ != ST_OK)                                             \
            fail_test("%s failed: %s", #call, (err).message);              \
    } while (0)

#endif
