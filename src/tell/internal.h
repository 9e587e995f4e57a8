/* internal.h - what the files of tell/ share. */
#ifndef ASTORMER_TELL_INTERNAL_H
#define ASTORMER_TELL_INTERNAL_H

#include "tell/tell.h"

struct teller {
    struct arena *arena;
    const struct schema *schema;
    struct strbuf out;
    struct phrase *phrases;
    int n_phrases, capacity;
    const struct telling_scope *scope;
    int compared; /* column the next literal is compared with, or 0 */
    bool showing; /* what is told is shown, not a condition */
    bool many;    /* the next column is counted: its name is a plural */
};

/* The query being told, inside the ones around it. */
struct telling_scope {
    const struct telling_scope *outer;
    const struct query *query;
};

void say(struct teller *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A whole query as what it gives: "the name of the authors where ..."; capital: begin a sentence. */
void tell_select(struct teller *t, const struct query *query, bool sentence);
void tell_expr(struct teller *t, const struct expr *e);
void tell_condition(struct teller *t, const struct expr *e);
/* Is it a day or a moment, so that it is after rather than more? */
bool is_time(const struct teller *t, const struct expr *e);
void tell_literal(struct teller *t, const struct literal *literal);
/* Is it a period from one point to another, not a year, month or day? */
bool is_span(const struct literal *literal);
/* A text of which only a part is said. */
void tell_part(struct teller *t, const struct literal *literal, const char *part);
/* Is it count(*), of all rows? */
bool counts_rows(const struct expr *e);

/* names.c */
void tell_table(struct teller *t, int table, bool many);
/* A FROM item; numbered where its table stands there more than once. */
void tell_source(struct teller *t, const struct query *query, int source, bool many);
void tell_column(struct teller *t, struct column_ref ref);
const struct query *scope_at(const struct teller *t, int up);

#endif
