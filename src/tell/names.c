/* names.c - tables and columns by the words of their names, told apart where they could be mixed up. */
#include "tell/internal.h"

#include <ctype.h>
#include <string.h>

static void note(struct teller *t, enum phrase_kind kind, size_t start, int item,
                 const char *literal)
{
    *ARENA_PUSH(t->arena, t->phrases, t->n_phrases, t->capacity) =
        (struct phrase){kind, (int)start, (int)t->out.n, item, literal};
}

/* Are they the letters of the name, only cut into words?  A label may also have abbreviations spelt out,
 * which is a guess: it may help to find something, but here the reader must recognise his own name. */
static bool only_cut(const char *label, const char *name)
{
    while (*label || *name) {
        if (*label && !isalnum((unsigned char)*label) && !((unsigned char)*label & 0x80))
            label++;
        else if (*name && !isalnum((unsigned char)*name) && !((unsigned char)*name & 0x80))
            name++;
        else if (tolower((unsigned char)*label++) != tolower((unsigned char)*name++))
            return false;
    }
    return true;
}

static const char *words_of(const struct teller *t, const char *label, const char *name)
{
    return *label && only_cut(label, name) ? label : schema_label(t->arena, name);
}

/* Words, or the name itself where another table or column has the same words. */
static const char *table_words(const struct teller *t, int table)
{
    const struct table *of = &t->schema->tables[table];
    const char *words = words_of(t, of->label, of->name);
    for (int i = 0; i < t->schema->n_tables; i++)
        if (i != table && strcasecmp(words_of(t, t->schema->tables[i].label, t->schema->tables[i].name),
                                     words) == 0)
            return of->name;
    return words;
}

static const char *column_words(const struct teller *t, int column)
{
    const struct column *all = t->schema->columns, *of = &all[column];
    const char *words = words_of(t, of->label, of->name);
    for (int i = 1; i < t->schema->n_columns; i++)
        if (i != column && all[i].table == of->table &&
            strcasecmp(words_of(t, all[i].label, all[i].name), words) == 0)
            return of->name;
    return words;
}

/* Are they many already, or never counted? */
static bool has_no_plural(const char *words)
{
    static const char *const same[] = {"people", "staff", "data", "media", "children", "men", "women",
                                       "equipment", "information", "personnel", "sheep", "fish"};
    const char *blank = strrchr(words, ' '), *last = blank ? blank + 1 : words;
    for (int i = 0; i < COUNT_OF(same); i++)
        if (strcasecmp(last, same[i]) == 0)
            return true;
    return false;
}

/* "category" -> "categories"; most names that end in s are taken for plurals already. */
static void put_plural(struct teller *t, const char *words)
{
    size_t n = strlen(words);
    char last = n ? (char)tolower((unsigned char)words[n - 1]) : 0;
    char before = n > 1 ? (char)tolower((unsigned char)words[n - 2]) : 0;
    bool hisses = last == 'x' || (last == 'h' && (before == 'c' || before == 's')) ||
                  (last == 's' && (before == 's' || before == 'u'));
    bool child = n >= 5 && strcasecmp(words + n - 5, "child") == 0;
    if (!isalpha((unsigned char)last) || has_no_plural(words) || (last == 's' && !hisses))
        strbuf_puts(&t->out, words);
    else if (child)
        say(t, "%sren", words);
    else if (last == 'y' && !strchr("aeiou", before))
        say(t, "%.*sies", (int)n - 1, words);
    else if (hisses)
        say(t, "%ses", words);
    else
        say(t, "%ss", words);
}

void tell_table(struct teller *t, int table, bool many)
{
    size_t start = t->out.n;
    if (many)
        put_plural(t, table_words(t, table));
    else
        strbuf_puts(&t->out, table_words(t, table));
    note(t, PHRASE_TABLE, start, table, NULL);
}

static int ordinal_of(const struct query *q, int source, int *n)
{
    int place = 0;
    *n = 0;
    for (int i = 0; i < q->n_from; i++) {
        if (q->from[i].table != q->from[source].table)
            continue;
        ++*n;
        if (i <= source)
            place++;
    }
    return place;
}

void tell_source(struct teller *t, const struct query *q, int source, bool many)
{
    static const char *const ordinals[] = {"first", "second", "third", "fourth"};
    int n, place = ordinal_of(q, source, &n);
    if (n > 1 && place <= COUNT_OF(ordinals))
        say(t, "%s ", ordinals[place - 1]);
    else if (n > 1)
        say(t, "%dth ", place);
    if (q->from[source].table < 0)
        say(t, "%s", many ? "results" : "result");
    else
        tell_table(t, q->from[source].table, many);
}

const struct query *scope_at(const struct teller *t, int up)
{
    const struct telling_scope *s = t->scope;
    while (s && up-- > 0)
        s = s->outer;
    return s ? s->query : NULL;
}

/* Could the words mean something else in this FROM, or be taken for what the first item has? */
static bool needs_table(const struct teller *t, const struct query *q, struct column_ref ref)
{
    if (ref.up > 0 || (t->showing && ref.source > 0))
        return true;
    const char *words = column_words(t, ref.column);
    for (int s = 0; s < q->n_from; s++) {
        if (s == ref.source)
            continue;
        if (q->from[s].table < 0)
            return true;
        for (int i = 1; i < t->schema->n_columns; i++)
            if (t->schema->columns[i].table == q->from[s].table &&
                strcasecmp(column_words(t, i), words) == 0)
                return true;
    }
    return false;
}

/* An output of a derived table that is no column: told by what it computes. */
static void tell_output(struct teller *t, const struct query *q, struct column_ref ref)
{
    const struct query *inner = query_first_select(q->from[ref.source].query);
    if (ref.output < 0 || ref.output >= inner->n_select) {
        say(t, "output %d", ref.output + 1);
        return;
    }
    struct telling_scope deeper = {t->scope, inner};
    t->scope = &deeper;
    say(t, "that ");
    tell_expr(t, inner->select[ref.output]);
    t->scope = deeper.outer;
}

/* "each", "every different", "total": no article goes with them. */
static bool follows_determiner(const struct teller *t)
{
    static const char *const words[] = {"each ", "different ", "non-empty ", "highest ", "lowest ",
                                        "total ", "average "};
    for (int i = 0; i < COUNT_OF(words); i++) {
        size_t n = strlen(words[i]);
        if (t->out.n >= n && memcmp(t->out.s + t->out.n - n, words[i], n) == 0)
            return true;
    }
    return false;
}

void tell_column(struct teller *t, struct column_ref ref)
{
    const struct query *q = scope_at(t, ref.up);
    size_t start = t->out.n;
    if (ref.column == 0 && ref.output < 0) {
        say(t, "everything");
        return;
    }
    if (q && ref.source >= 0 && ref.source < q->n_from && q->from[ref.source].table < 0) {
        tell_output(t, q, ref);
    } else {
        if (q && ref.source >= 0 && ref.source < q->n_from && needs_table(t, q, ref)) {
            say(t, ref.up > 0 ? "that " : follows_determiner(t) ? "" : "the ");
            tell_source(t, q, ref.source, false);
            bool plural = t->out.n > 0 && t->out.s[t->out.n - 1] == 's';
            say(t, plural ? "' " : "'s ");
        }
        if (t->many)
            put_plural(t, column_words(t, ref.column));
        else
            strbuf_puts(&t->out, column_words(t, ref.column));
    }
    note(t, PHRASE_COLUMN, start, ref.column, NULL);
}

/* ---- values ------------------------------------------------------------------------------------- */

static const char *const months[] = {"January", "February", "March", "April", "May", "June", "July",
                                     "August", "September", "October", "November", "December"};

/* "today-30 days" -> "30 days before today" */
static void say_relative(struct teller *t, const char *text)
{
    size_t base = strcspn(text, "+-");
    const char *shift = text + base;
    bool whole = *shift && isdigit((unsigned char)shift[1]) && strspn(text, "abcdefghijklmnopqrstuvwxyz ") == base &&
                 !strpbrk(shift + 1, "+-");
    if (whole)
        say(t, "%s %s %.*s", shift + 1, *shift == '-' ? "before" : "after", (int)base, text);
    else
        say(t, "%s", text);
}

static void say_point(struct teller *t, const struct time_point *p)
{
    struct date d = p->date;
    if (p->relative || d.month < 1 || d.month > 12) {
        struct period whole = {*p, *p};
        say_relative(t, period_text(t->arena, &whole));
        return;
    }
    switch (p->unit) {
    case SPAN_YEAR:
        say(t, "%d", d.year);
        break;
    case SPAN_QUARTER:
        say(t, "quarter %d of %d", (d.month + 2) / 3, d.year);
        break;
    case SPAN_MONTH:
        say(t, "%s %d", months[d.month - 1], d.year);
        break;
    default:
        say(t, "%d %s %d", d.day, months[d.month - 1], d.year);
    }
}

bool is_span(const struct literal *literal)
{
    struct period p;
    return literal->kind == LITERAL_PERIOD && period_parse(literal->text, &p) &&
           memcmp(&p.first, &p.last, sizeof p.first) != 0;
}

static void say_period(struct teller *t, const char *text)
{
    struct period p;
    if (!period_parse(text, &p)) {
        say(t, "%s", text);
        return;
    }
    say_point(t, &p.first);
    if (memcmp(&p.first, &p.last, sizeof p.first) != 0) {
        say(t, " to ");
        say_point(t, &p.last);
    }
}

void tell_literal(struct teller *t, const struct literal *literal)
{
    size_t start = t->out.n;
    switch (literal->kind) {
    case LITERAL_NULL:
        say(t, "nothing");
        break;
    case LITERAL_NUMBER:
        say(t, "%s", literal->text);
        break;
    case LITERAL_TEXT:
        say(t, "'%s'", literal->text);
        break;
    case LITERAL_DATE: {
        struct date_literal d;
        if (date_literal_parse(literal->text, &d) && !d.now && !d.clock && !d.point.relative &&
            d.point.unit == SPAN_DAY)
            say_point(t, &d.point);
        else
            say_relative(t, literal->text);
        break;
    }
    case LITERAL_PERIOD:
        say_period(t, literal->text);
        break;
    }
    note(t, PHRASE_VALUE, start, t->compared, literal->text);
}

void tell_part(struct teller *t, const struct literal *literal, const char *part)
{
    size_t start = t->out.n;
    say(t, "'%s'", part);
    note(t, PHRASE_VALUE, start, t->compared, literal->text);
}
