/* mhd.h - libmicrohttpd, loaded by the server only: no other command should wait for it and GnuTLS.
 * mhd.start_daemon is MHD_start_daemon. */
#ifndef ASTORMER_SERVE_MHD_H
#define ASTORMER_SERVE_MHD_H

#include "base/base.h"

#include <microhttpd.h>

#define MHD_FUNCTIONS(F) \
    F(add_response_header) F(create_response_from_buffer) F(destroy_response) \
    F(get_connection_info) F(get_connection_values_n) F(lookup_connection_value) \
    F(queue_response) F(quiesce_daemon) F(resume_connection) F(start_daemon) F(stop_daemon) \
    F(suspend_connection)

struct mhd_functions {
#define FIELD(name) __typeof__(MHD_##name) *name;
    MHD_FUNCTIONS(FIELD)
#undef FIELD
};
extern struct mhd_functions mhd; /* NULLs until mhd_load succeeds */

enum status mhd_load(struct error *err);

#endif
