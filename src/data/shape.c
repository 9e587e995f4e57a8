/* shape.c - what a query is made of and what a question says of it, told from the text alone: any
 * dialect, any construct, whether our own parser reads it or not. */
#include "data/internal.h"

#include "text/text.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

const char *const sql_construct_names[N_SQL_CONSTRUCTS] = {
    [SQL_JOIN] = "join",         [SQL_MULTI_JOIN] = "multi_join", [SQL_LEFT_JOIN] = "left_join",
    [SQL_GROUP] = "group",       [SQL_HAVING] = "having",         [SQL_ORDER] = "order",
    [SQL_LIMIT] = "limit",       [SQL_DISTINCT] = "distinct",     [SQL_LIKE] = "like",
    [SQL_BETWEEN] = "between",   [SQL_CASE] = "case",             [SQL_WINDOW] = "window",
    [SQL_SET_OP] = "set_op",     [SQL_SUBQUERY] = "subquery",     [SQL_IN_LIST] = "in_list",
    [SQL_NULL] = "null",         [SQL_OR] = "or",                 [SQL_NOT] = "not",
    [SQL_DATE] = "date_function", [SQL_CAST] = "cast",            [SQL_ARITHMETIC] = "arithmetic",
};

/* ---- tokens -------------------------------------------------------------------------------------------- */

struct scan {
    const char *at;
    struct slice word; /* a name, a keyword, a number or one mark; a quoted text gives "'" */
    int depth;
};

static const char *after_quote(const char *s)
{
    char quote = *s++;
    while (*s && *s != quote)
        s++;
    return *s ? s + 1 : s;
}

static bool is_word_char(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static bool next_word(struct scan *s)
{
    while (isspace((unsigned char)*s->at))
        s->at++;
    const char *start = s->at;
    if (!*start)
        return false;
    if (*start == '\'') {
        s->at = after_quote(start);
        s->word = (struct slice){"'", 1};
        return true;
    }
    if (*start == '"' || *start == '`') { /* a quoted name is a name */
        s->at = after_quote(start);
        s->word = (struct slice){start + 1, (size_t)MAX(s->at - start - 2, 0)};
        return true;
    }
    s->at++;
    if (is_word_char(*start))
        while (is_word_char(*s->at))
            s->at++;
    s->word = (struct slice){start, (size_t)(s->at - start)};
    s->depth += (*start == '(') - (*start == ')');
    return true;
}

static bool is_any(struct slice word, const char *const *words, int n)
{
    for (int i = 0; i < n; i++)
        if (slice_equal_nocase(word, words[i]))
            return true;
    return false;
}

/* ---- constructs ----------------------------------------------------------------------------------------- */

static const struct {
    const char *word;
    enum sql_construct means;
} keywords[] = {
    {"join", SQL_JOIN},         {"group", SQL_GROUP},   {"having", SQL_HAVING},
    {"order", SQL_ORDER},       {"limit", SQL_LIMIT},   {"distinct", SQL_DISTINCT},
    {"like", SQL_LIKE},         {"between", SQL_BETWEEN}, {"case", SQL_CASE},
    {"over", SQL_WINDOW},       {"union", SQL_SET_OP},  {"intersect", SQL_SET_OP},
    {"except", SQL_SET_OP},     {"or", SQL_OR},         {"not", SQL_NOT},
    {"left", SQL_LEFT_JOIN},    {"cast", SQL_CAST},
};

static const char *const date_functions[] = {"date", "datetime", "time", "strftime", "julianday",
                                             "unixepoch"};

/* A mark between two values; a star alone is "all columns". */
static bool is_arithmetic(struct slice before, struct slice mark)
{
    if (mark.n != 1 || !strchr("+-*/%", *mark.s) || before.n == 0)
        return false;
    bool value = is_word_char(*before.s) || *before.s == ')';
    static const char *const openers[] = {"select", "distinct", "and", "or", "then", "else", "when",
                                          "between", "by"};
    return value && !is_any(before, openers, COUNT_OF(openers));
}

static void note_word(struct sql_shape *out, struct slice before, const struct scan *s)
{
    struct slice word = s->word;
    for (int i = 0; i < COUNT_OF(keywords); i++)
        if (slice_equal_nocase(word, keywords[i].word))
            out->has[keywords[i].means] = true;
    if (slice_equal_nocase(word, "select") && out->n_selects++ > 0)
        out->has[SQL_SUBQUERY] = true;
    if (slice_equal_nocase(word, "null") && (slice_equal_nocase(before, "is") ||
                                             slice_equal_nocase(before, "not")))
        out->has[SQL_NULL] = true;
    if (*s->at == '(' && is_any(word, date_functions, COUNT_OF(date_functions)))
        out->has[SQL_DATE] = true;
    if (slice_equal_nocase(word, "in")) {
        const char *next = s->at + strspn(s->at, " (");
        out->has[SQL_IN_LIST] |= strncasecmp(next, "select", 6) != 0;
    }
    out->has[SQL_ARITHMETIC] |= is_arithmetic(before, word);
}

/* Tables of FROM and JOIN over the whole query; a derived table counts by what is inside. */
static void count_tables(struct sql_shape *out, struct slice before, struct slice word,
                         bool in_from)
{
    static const char *const starts[] = {"from", "join"};
    bool starts_source = is_any(before, starts, COUNT_OF(starts)) ||
                         (in_from && before.n == 1 && *before.s == ',');
    if (starts_source && is_word_char(*word.s))
        out->n_tables++;
}

void sql_shape_of(const char *sql, struct sql_shape *out)
{
    *out = (struct sql_shape){0};
    struct scan s = {.at = sql};
    struct slice before = {"", 0};
    bool in_from = false;
    static const char *const ends[] = {"where", "group", "order", "on", "select", "union", ")"};
    while (next_word(&s)) {
        if (slice_equal_nocase(s.word, "from"))
            in_from = true;
        else if (is_any(s.word, ends, COUNT_OF(ends)))
            in_from = false;
        count_tables(out, before, s.word, in_from);
        note_word(out, before, &s);
        before = s.word;
        out->n_tokens++;
    }
    out->has[SQL_MULTI_JOIN] = out->has[SQL_JOIN] && out->n_tables > 2;
    /* SELECTs side by side are no sub-queries */
    if (out->has[SQL_SET_OP] && out->n_selects == 2 && !strstr(sql, "(SELECT"))
        out->has[SQL_SUBQUERY] = false;
}

/* ---- names ----------------------------------------------------------------------------------------------- */

static bool says_word(const struct words *question, const struct word *word)
{
    for (int i = 0; i < question->n; i++)
        if (question->v[i].hash == word->hash && question->v[i].folded.n > 0)
            return true;
    return false;
}

/* Every word of the label that could name something stands in the question, inflected or not. */
static bool says_label(struct arena *scratch, const struct words *question, const char *label)
{
    struct words words = words_split(scratch, label, strlen(label));
    int content = 0;
    for (int i = 0; i < words.n; i++) {
        if (words.v[i].folded.n == 0 || (words.v[i].stop && words.n > 1))
            continue;
        content++;
        if (!says_word(question, &words.v[i]))
            return false;
    }
    return content > 0;
}

static bool mentions(const char *sql, const char *name)
{
    struct scan s = {.at = sql};
    while (next_word(&s))
        if (slice_equal_nocase(s.word, name))
            return true;
    return false;
}

void question_names(struct arena *scratch, const struct schema *schema, const char *question,
                    const char *sql, struct name_overlap *out)
{
    struct arena_mark mark = arena_mark(scratch);
    struct words words = words_split(scratch, question, strlen(question));
    *out = (struct name_overlap){.n_words = 0};
    for (int i = 0; i < words.n; i++)
        out->n_words += words.v[i].folded.n > 0;
    for (int t = 0; t < schema->n_tables; t++) {
        if (!mentions(sql, schema->tables[t].name))
            continue;
        out->tables++;
        out->tables_named += says_label(scratch, &words, schema->tables[t].label);
        for (int c = 1; c < schema->n_columns; c++) {
            const struct column *column = &schema->columns[c];
            if (column->table != t || !mentions(sql, column->name))
                continue;
            /* a key that only joins is nobody's business to name */
            bool key = column->primary;
            for (int k = 0; k < schema->n_foreign_keys && !key; k++)
                key = schema->foreign_keys[k].from == c || schema->foreign_keys[k].to == c;
            out->columns += !key;
            out->columns_named += !key && says_label(scratch, &words, column->label);
        }
    }
    arena_reset(scratch, mark);
}
