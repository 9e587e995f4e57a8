/* dates.h - what dates.c (days and periods that are named) and moments.c (those relative to today,
 * and parts of dates) share. */
#ifndef ASTORMER_GROUND_DATES_H
#define ASTORMER_GROUND_DATES_H

#include "ground/internal.h"
#include "sql/sql.h"

#define PERIOD_SCORE 9.5
#define DAY_SCORE 9.0
#define GUESS_SCORE 7.0 /* of a year that the question does not name */
#define PART_SCORE 5.5  /* of a day of the week, an hour, an age */
#define NOW_SCORE 5.5   /* of today, where a word hints at it */
#define MAX_YEARS 6     /* tried where the year is left out */
#define MAX_PHRASES 24  /* of a conversation */

/* A phrase as read: a period without its year where that is missing. */
struct phrase {
    int first, n;         /* words */
    int year;             /* 0: left out */
    int month, n_months;  /* 0: the whole year */
    int day;              /* 0: the whole month */
    int n_years;          /* a decade: 10 */
};

struct reader {
    struct gathering *g;
    const struct word *w;
    int n;
    bool moments; /* some column stores the time of day with the day */
    struct phrase phrases[MAX_PHRASES];
    int n_phrases;
};

/* Is word i this one?  Beyond the ends no word is. */
bool is_at(const struct reader *r, int i, const char *word);
/* Which of a list it is, -1 if none. */
int one_of_at(const struct reader *r, int i, const char *const *words, int n);
#define ONE_OF(r, i, list) one_of_at((r), (i), (list), COUNT_OF(list))

int month_at(const struct reader *r, int i); /* 1..12, 0 if it is none */
/* A candidate fits all columns of time. */
void fit_time_columns(struct gathering *g, int candidate);

/* Relative to today at word i: words taken, 0 if there are none. */
int read_relative(const struct reader *r, int i);
/* Days of the week, months, hours and ages. */
void gather_parts(const struct reader *r);

#endif
