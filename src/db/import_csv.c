/* import_csv.c - rows of CSV and TSV files (RFC 4180, and what spreadsheets make of it). */
#include "db/import.h"

#include <ctype.h>
#include <string.h>

struct csv_reader {
    const char *at, *end;
    char delimiter;
    long line, row_line; /* where it reads; where the row began */
    struct arena arena; /* of one row */
    struct slice *cells;
    int n, capacity;
};

/* A cell in quotation marks: they are doubled inside, and line ends belong to it. */
static struct slice read_quoted(struct csv_reader *r)
{
    struct strbuf out = strbuf_in(&r->arena);
    for (r->at++; r->at < r->end; r->at++) {
        if (*r->at == '"' && (r->at + 1 == r->end || r->at[1] != '"'))
            break;
        if (*r->at == '"')
            r->at++;
        r->line += *r->at == '\n';
        strbuf_putc(&out, *r->at);
    }
    r->at += r->at < r->end;
    while (r->at < r->end && *r->at != r->delimiter && *r->at != '\n')
        r->at++; /* what follows the closing mark */
    return (struct slice){strbuf_text(&out), out.n};
}

static struct slice read_plain(struct csv_reader *r)
{
    const char *start = r->at;
    while (r->at < r->end && *r->at != r->delimiter && *r->at != '\n')
        r->at++;
    size_t n = (size_t)(r->at - start);
    while (n > 0 && (start[n - 1] == '\r' || start[n - 1] == ' '))
        n--;
    return (struct slice){start, n};
}

/* False at the end.  Empty lines are no rows. */
static bool read_row(struct csv_reader *r)
{
    while (r->at < r->end && (*r->at == '\n' || *r->at == '\r'))
        r->line += *r->at++ == '\n';
    if (r->at >= r->end)
        return false;
    r->row_line = r->line;
    arena_clear(&r->arena);
    r->cells = NULL;
    r->n = r->capacity = 0;
    for (bool more = true; more;) {
        while (r->at < r->end && *r->at == ' ' && r->delimiter != ' ')
            r->at++;
        bool quoted = r->at < r->end && *r->at == '"';
        struct slice cell = quoted ? read_quoted(r) : read_plain(r);
        *ARENA_PUSH(&r->arena, r->cells, r->n, r->capacity) =
            cell.n || quoted ? cell : (struct slice){0};
        more = r->at < r->end && *r->at == r->delimiter;
        r->at += more;
    }
    return true;
}

/* The mark that most often stands outside quotation marks in the first line. */
static char find_delimiter(struct slice text)
{
    static const char marks[] = ",;\t|";
    int count[4] = {0};
    bool quoted = false;
    for (size_t i = 0; i < text.n && (quoted || text.s[i] != '\n'); i++) {
        if (text.s[i] == '"')
            quoted = !quoted;
        for (int k = 0; k < 4 && !quoted; k++)
            count[k] += text.s[i] == marks[k];
    }
    int best = 0;
    for (int k = 1; k < 4; k++)
        if (count[k] > count[best])
            best = k;
    return marks[best];
}

const char *import_name(struct arena *arena, struct slice text, const char *instead,
                        const char *const *taken, int n_taken)
{
    struct strbuf out = strbuf_in(arena);
    for (size_t i = 0; i < text.n && out.n < 60; i++) {
        unsigned char c = (unsigned char)text.s[i];
        if (isalnum(c) || c >= 0x80)
            strbuf_putc(&out, (char)(c < 0x80 ? tolower(c) : c));
        else if (out.n > 0 && out.s[out.n - 1] != '_')
            strbuf_putc(&out, '_');
    }
    while (out.n > 0 && out.s[out.n - 1] == '_')
        out.s[--out.n] = '\0';
    const char *plain = out.n ? strbuf_text(&out) : instead, *name = plain;
    if (isdigit((unsigned char)plain[0]))
        name = plain = arena_printf(arena, "c_%s", plain);
    for (int k = 2, i = 0; i < n_taken; i++)
        if (equal_nocase(taken[i], name)) {
            name = arena_printf(arena, "%s_%d", plain, k++);
            i = -1;
        }
    return name;
}

/* Names are texts; a first row with a number in it, or with nothing, is a row like the others. */
static bool is_header(const struct csv_reader *r)
{
    for (int i = 0; i < r->n; i++)
        if (!r->cells[i].s || import_is_number(r->cells[i]))
            return r->cells[i].s == NULL && r->n > 1;
    return true;
}

static struct csv_reader reader_of(const struct import_file *f)
{
    return (struct csv_reader){.at = f->text.s, .end = f->text.s + f->text.n,
                               .delimiter = f->delimiter, .line = 1};
}

enum status csv_open(struct arena *arena, struct import_file *f, struct error *err)
{
    f->delimiter = f->kind == ROWS_TSV ? '\t' : find_delimiter(f->text);
    struct csv_reader r = reader_of(f);
    enum status st = read_row(&r) ? ST_OK : fail(err, ST_INPUT, "%s: there are no rows", f->path);
    if (st == ST_OK && r.n > IMPORT_MAX_COLUMNS)
        st = fail(err, ST_LIMIT, "%s: more than %d columns", f->path, IMPORT_MAX_COLUMNS);
    if (st == ST_OK) {
        f->header = is_header(&r);
        f->columns = ARENA_ARRAY(arena, const char *, r.n);
        for (int i = 0; i < r.n; i++)
            f->columns[i] = import_name(arena, f->header ? r.cells[i] : (struct slice){0},
                                        arena_printf(arena, "column_%d", i + 1), f->columns, i);
        f->n_columns = r.n;
    }
    arena_release(&r.arena);
    return st;
}

enum status csv_rows(const struct import_file *f, import_row *row, void *context,
                     struct error *err)
{
    struct csv_reader r = reader_of(f);
    enum status st = ST_OK;
    bool first = f->header;
    while (st == ST_OK && read_row(&r)) {
        if (r.n > f->n_columns)
            st = fail(err, ST_INPUT, "%s: line %ld has %d cells, more than the %d of the first",
                      f->path, r.row_line, r.n, f->n_columns);
        while (st == ST_OK && r.n < f->n_columns)
            *ARENA_PUSH(&r.arena, r.cells, r.n, r.capacity) = (struct slice){0};
        if (st == ST_OK && !first)
            st = row(context, r.cells, r.n, r.row_line, err);
        first = false;
    }
    arena_release(&r.arena);
    return st;
}
