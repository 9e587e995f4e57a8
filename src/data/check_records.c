/* check_records.c - the questions of one database: do the queries run, do the tags fit, is the mix
 * what the guide asks for, is nothing there twice? */
#include "data/internal.h"

#include "text/text.h"

#include <ctype.h>
#include <string.h>

enum {
    FEWEST_QUESTIONS = 44, FEWEST_FOLLOW_UPS = 10, MOST_OPENINGS = 4, MOST_ROWS = 2000,
    FRAGMENT_WORDS = 3, LONG_WORDS = 25, FEWEST_UNANSWERABLE = 2,
};

/* ---- one record ------------------------------------------------------------------------------------------ */

static bool tagged(const struct example *e, const char *tag)
{
    for (int i = 0; i < e->n_tags; i++)
        if (strcmp(e->tags[i], tag) == 0)
            return true;
    return false;
}

struct seen_rows {
    long rows;
    bool something; /* a cell that is not NULL */
};

static bool see_row(void *context, const struct db_cell *cells, int n)
{
    struct seen_rows *seen = context;
    seen->rows++;
    for (int i = 0; i < n; i++)
        seen->something |= cells[i].kind != DB_NULL;
    return true;
}

static void check_query(struct checking *c, const struct checked_database *d,
                        const struct example *e)
{
    struct error err = {0};
    struct seen_rows seen = {0};
    struct db_limits limits = db_default_limits;
    limits.max_rows = MOST_ROWS;
    struct db_sink sink = {.row = see_row, .context = &seen};
    if (db_query(d->db, e->sql, &limits, &sink, NULL, &err) != ST_OK)
        check_finding(c, e->db_id, e->id, "the query does not run: %s", err.message);
    else if (!seen.something && !tagged(e, "relative") && !tagged(e, "may_be_empty"))
        check_finding(c, e->db_id, e->id, "the query returns nothing | %.200s", e->question);
    size_t n = strlen(e->sql);
    if (n > 0 && e->sql[n - 1] == ';')
        check_finding(c, e->db_id, e->id, "the query ends with a semicolon");
    if (strchr(e->sql, '"'))
        check_finding(c, e->db_id, e->id, "the query has double quotation marks");
}

/* Tags that follow from the query: with the construct only, and if strict never without it. */
static const struct {
    const char *tag;
    enum sql_construct construct;
    bool strict;
} from_query[] = {
    {"join", SQL_JOIN, true},         {"multi_join", SQL_MULTI_JOIN, false},
    {"left_join", SQL_LEFT_JOIN, true}, {"group", SQL_GROUP, true},
    {"having", SQL_HAVING, true},     {"order", SQL_ORDER, false},
    {"distinct", SQL_DISTINCT, true}, {"like", SQL_LIKE, true},
    {"between", SQL_BETWEEN, true},   {"in_list", SQL_IN_LIST, true},
    {"case", SQL_CASE, true},         {"window", SQL_WINDOW, true},
    {"set_op", SQL_SET_OP, true},     {"subquery", SQL_SUBQUERY, false},
};

static void check_tags(struct checking *c, const struct example *e, const struct sql_shape *shape)
{
    int levels = tagged(e, "easy") + tagged(e, "medium") + tagged(e, "hard");
    if (levels != 1)
        check_finding(c, e->db_id, e->id, "needs exactly one of easy, medium, hard");
    for (int i = 0; i < COUNT_OF(from_query); i++) {
        bool has = shape->has[from_query[i].construct], says = tagged(e, from_query[i].tag);
        if (says && !has)
            check_finding(c, e->db_id, e->id, "is tagged %s, but its query has none",
                          from_query[i].tag);
        if (has && !says && from_query[i].strict)
            check_finding(c, e->db_id, e->id, "lacks the tag %s, which its query has",
                          from_query[i].tag);
    }
    if (shape->has[SQL_LIMIT] && !shape->has[SQL_ORDER])
        check_finding(c, e->db_id, e->id, "has LIMIT without ORDER BY");
}

/* A history is the conversation so far: the questions of the records before. */
static void check_history(struct checking *c, const struct example *e, const struct example *before)
{
    if (e->n_history > 0 && (!before || before->interaction != e->interaction))
        check_finding(c, e->db_id, e->id, "its history is not that of the record before");
    if (e->n_history == 0 && (tagged(e, "follow_up") || tagged(e, "new_topic")))
        check_finding(c, e->db_id, e->id, "is tagged as a later turn, but has no history");
    if (e->n_history > 0 && e->sql && !tagged(e, "follow_up") && !tagged(e, "new_topic"))
        check_finding(c, e->db_id, e->id, "is a later turn and needs follow_up or new_topic");
}

/* ---- duplicates ------------------------------------------------------------------------------------------- */

static bool put_once(struct map *map, const char *key, int value, int *first)
{
    int before = map->count;
    *first = map_put(map, key, strlen(key), value);
    return map->count > before;
}

static void check_unique(struct checking *c, const struct example *e, int index, struct map *here)
{
    int first;
    const struct example *all = c->corpus->examples;
    if (!e->id)
        check_finding(c, e->db_id, NULL, "a record has no id: %.100s", e->question);
    else if (!put_once(&c->ids, e->id, index, &first))
        check_finding(c, e->db_id, e->id, "the id occurs twice");
    const char *question = text_normal(&c->scratch, e->question, strlen(e->question));
    const char *context = e->n_history ? example_joined_question(&c->scratch, e) : question;
    if (!put_once(here, arena_printf(&c->scratch, "Q%s", context), index, &first))
        check_finding(c, e->db_id, e->id, "asks the same as %s", all[first].id);
    if (!e->sql)
        return;
    const char *sql = text_normal(&c->scratch, e->sql, strlen(e->sql));
    const char *raw = lower_ascii(&c->scratch, e->sql);
    if (c->guided && !put_once(here, arena_printf(&c->scratch, "S%s", raw), index, &first))
        check_finding(c, e->db_id, e->id, "has the same query as %s", all[first].id);
    if (!put_once(&c->pairs, arena_printf(&c->scratch, "%s\n%s", question, sql), index, &first) &&
        strcmp(all[first].db_id, e->db_id) != 0)
        check_finding(c, e->db_id, e->id, "question and query are those of %s", all[first].id);
}

/* ---- wording ----------------------------------------------------------------------------------------------- */

static const char *opening_of(struct arena *arena, const char *question)
{
    struct strbuf out = strbuf_in(arena);
    int blanks = 0;
    for (const char *s = question; *s; s++) {
        if (isspace((unsigned char)*s) && ++blanks == 2)
            break;
        strbuf_putc(&out, (char)tolower((unsigned char)*s));
    }
    return strbuf_text(&out);
}

static void bump(struct tally *tally, const char *text)
{
    int at = map_put(&tally->index, text, strlen(text), tally->n);
    if (at == tally->n)
        *ARENA_PUSH(tally->index.arena, tally->counts, tally->n, tally->capacity) = 0;
    tally->counts[at]++;
}

static void measure_wording(struct checking *c, const struct example *e, struct tally *openings)
{
    struct name_overlap names;
    question_names(&c->scratch, e->schema, e->question, e->sql ? e->sql : "", &names);
    struct corpus_check *out = c->out;
    out->n_words += names.n_words;
    out->n_fragments += names.n_words <= FRAGMENT_WORDS;
    out->n_long += names.n_words > LONG_WORDS;
    out->names.tables += names.tables;
    out->names.tables_named += names.tables_named;
    out->names.columns += names.columns;
    out->names.columns_named += names.columns_named;
    const char *opening = opening_of(&c->scratch, e->question);
    bump(&c->openings, opening);
    if (e->n_history == 0)
        bump(openings, opening);
}

/* ---- the mix ------------------------------------------------------------------------------------------------ */

/* At least so many records of a database have one of these tags. */
static const struct {
    const char *tags[2];
    int few, many; /* many: wanted of a database with more than three tables */
} wanted[] = {
    {{"date"}, 4, 4},          {{"null"}, 2, 2},
    {{"multi_join"}, 2, 4},    {{"synonym"}, 6, 6},
    {{"left_join", "not"}, 3, 3}, {{"ratio", "arithmetic"}, 3, 3},
};

static void check_mix(struct checking *c, const struct checked_database *d,
                      const struct tally *openings)
{
    const struct example *all = c->corpus->examples;
    const char *name = d->schema->db_id;
    int n = d->to - d->from, follow_ups = 0, unanswerable = 0;
    for (int i = d->from; i < d->to; i++) {
        follow_ups += all[i].n_history > 0;
        unanswerable += all[i].unanswerable;
    }
    if (n < FEWEST_QUESTIONS)
        check_finding(c, name, NULL, "has %d questions, fewer than %d", n, FEWEST_QUESTIONS);
    if (follow_ups < FEWEST_FOLLOW_UPS)
        check_finding(c, name, NULL, "has %d later turns, fewer than %d", follow_ups,
                      FEWEST_FOLLOW_UPS);
    if (unanswerable < FEWEST_UNANSWERABLE)
        check_finding(c, name, NULL, "has %d unanswerable questions, fewer than %d", unanswerable,
                      FEWEST_UNANSWERABLE);
    for (int w = 0; w < COUNT_OF(wanted); w++) {
        int count = 0, least = d->schema->n_tables > 3 ? wanted[w].many : wanted[w].few;
        const char *second = wanted[w].tags[1];
        for (int i = d->from; i < d->to; i++)
            count += tagged(&all[i], wanted[w].tags[0]) + (second && tagged(&all[i], second));
        if (count < least)
            check_finding(c, name, NULL, "has %d of %d questions wanted with %s%s%s", count, least,
                          wanted[w].tags[0], second ? " or " : "", second ? second : "");
    }
    for (int i = 0; i < openings->index.capacity; i++) {
        const struct map_entry *entry = &openings->index.entries[i];
        if (entry->key && openings->counts[entry->value] > MOST_OPENINGS)
            check_finding(c, name, NULL, "%d questions begin with \"%.*s\"",
                          openings->counts[entry->value], (int)entry->length, entry->key);
    }
}

static void check_record(struct checking *c, const struct checked_database *d, int i,
                         struct map *here, struct tally *openings)
{
    const struct example *e = &c->corpus->examples[i];
    struct corpus_check *out = c->out;
    out->n_questions++;
    out->n_alone += e->n_history == 0;
    out->n_new_topics += example_is(e, "new_topic");
    out->n_follow_ups += example_is(e, "follow_up");
    out->n_unanswerable += e->unanswerable;
    check_unique(c, e, i, here);
    check_history(c, e, i > d->from ? e - 1 : NULL);
    measure_wording(c, e, openings);
    if (tagged(e, "unanswerable") != e->unanswerable)
        check_finding(c, e->db_id, e->id, e->unanswerable ? "has no query, but no tag unanswerable"
                                                          : "is tagged unanswerable, but has a query");
    if (e->unanswerable || !e->sql)
        return;
    struct sql_shape shape;
    sql_shape_of(e->sql, &shape);
    for (int k = 0; k < N_SQL_CONSTRUCTS; k++)
        out->constructs[k] += shape.has[k];
    check_query(c, d, e);
    if (c->guided)
        check_tags(c, e, &shape);
}

void check_records(struct checking *c, const struct checked_database *d)
{
    struct arena arena = {0};
    struct map here = map_in(&arena);
    struct tally openings = {.index = map_in(&arena)};
    for (int i = d->from; i < d->to; i++)
        check_record(c, d, i, &here, &openings);
    if (c->guided)
        check_mix(c, d, &openings);
    arena_release(&arena);
}
