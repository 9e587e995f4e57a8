/* calendar.h - days and periods as this room reckons with them. */
#ifndef ASTORMER_GROUND_CALENDAR_H
#define ASTORMER_GROUND_CALENDAR_H

#include "base/base.h"

struct ground_day {
    int year, month, day;
};
bool ground_day_exists(struct ground_day d);
bool ground_day_parse(const char *text, struct ground_day *out); /* "YYYY-MM-DD", a day that exists */
struct ground_day ground_day_add(struct ground_day d, long days);
struct ground_day ground_day_add_months(struct ground_day d, int n); /* the last day of the month where there is none */
int ground_day_compare(struct ground_day a, struct ground_day b);
const char *ground_day_text(struct arena *arena, struct ground_day d);

/* From a day on, up to and without another. */
struct ground_period {
    struct ground_day start, next;
};
struct ground_period ground_period_of_year(int year);
struct ground_period ground_period_of_months(int year, int month, int n);
struct ground_period ground_period_of_day(struct ground_day d);
/* "2023", "2023-Q2", "2023-03", "2023-03-15"; a span of these as "A..B", both ends included. */
const char *ground_period_text(struct arena *arena, struct ground_period p);

#endif
