/* jail.h - what the process that runs untrusted SQL may ask of the operating system. */
#ifndef ASTORMER_DB_JAIL_H
#define ASTORMER_DB_JAIL_H

#include "base/base.h"

/* Before the database is opened: no core files, no file grown over a few megabytes, memory for the
 * program as it stands and `memory` bytes more, a lower priority than whoever started us has; no
 * sockets, no programs, no processes. */
void jail_limits(size_t memory);
void jail_filter_opening(void);
/* Once it is open: no file can be opened any more, either. */
void jail_filter_running(void);
/* The process ends by itself when one query takes that long; 0: as long as it likes. */
void jail_alarm(double seconds);
/* For messages and tests: "seccomp" or "none". */
const char *jail_kind(void);

#endif
