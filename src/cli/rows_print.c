/* rows_print.c - rows as an aligned table, CSV or Markdown. */
#include "cli/ask.h"
#include "cli/terminal.h"

#include <string.h>

#define MAX_CELL 60      /* columns of the widest cell shown */
#define MIN_CELL 6       /* of one that had to give way */
#define READ_BYTES 4096  /* of a cell that are looked at at all, for a table */

bool rows_format_parse(const char *name, enum rows_format *out)
{
    static const char *const names[] = {"table", "json", "csv", "markdown", "csv-raw"};
    for (int i = 0; i < COUNT_OF(names); i++)
        if (strcmp(names[i], name) == 0) {
            *out = (enum rows_format)i;
            return true;
        }
    return false;
}

/* The shortest spelling that reads back as the same number, or 15 digits: beyond those a double
 * shows how it was computed rather than what it is. */
static char *real_text(struct arena *arena, double x)
{
    char text[40];
    for (int digits = 6; digits <= 15; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, x);
        double back;
        if (sscanf(text, "%lf", &back) == 1 && back == x)
            break;
    }
    return arena_strdup(arena, text);
}

static char *blob_text(struct arena *arena, const struct astormer_cell *cell)
{
    struct strbuf out = strbuf_in(arena);
    strbuf_puts(&out, "x'");
    for (size_t i = 0; i < MIN(cell->n, 16); i++)
        strbuf_printf(&out, "%02x", (unsigned char)cell->bytes[i]);
    strbuf_printf(&out, "%s'", cell->n > 16 ? "..." : "");
    return arena_strdup(arena, strbuf_text(&out));
}

/* A cell for people: NULL is the word, and a text that reads like it is in quotes. */
static char *cell_text(struct arena *arena, const struct astormer_cell *cell)
{
    switch (cell->kind) {
    case ASTORMER_NULL:
        break;
    case ASTORMER_INTEGER:
        return arena_printf(arena, "%lld", (long long)cell->integer);
    case ASTORMER_REAL:
        return real_text(arena, cell->real);
    case ASTORMER_BOOLEAN:
        return arena_strdup(arena, cell->integer ? "true" : "false");
    case ASTORMER_DECIMAL:
        return arena_strndup(arena, cell->bytes, cell->n);
    case ASTORMER_TEXT: {
        char *text = text_visible(arena, cell->bytes, MIN(cell->n, READ_BYTES), false);
        return strcmp(text, "NULL") == 0 ? arena_strdup(arena, "\"NULL\"") : text;
    }
    case ASTORMER_BLOB:
        return blob_text(arena, cell);
    }
    return arena_strdup(arena, "NULL");
}

/* ---- table --------------------------------------------------------------------------------------------- */

struct layout {
    int *widths;
    bool *numeric;
    int n;
};

static void measure(struct arena *arena, const struct astormer_result *r, struct layout *l)
{
    l->n = astormer_result_columns(r);
    l->widths = ARENA_ARRAY(arena, int, l->n);
    l->numeric = ARENA_ARRAY(arena, bool, l->n);
    struct arena scratch = {0};
    for (int k = 0; k < l->n; k++) {
        const char *name = astormer_result_name(r, k);
        name = text_visible(&scratch, name, strlen(name), false);
        l->widths[k] = MAX(1, text_width(name, strlen(name)));
        bool any = false, all = true;
        for (long i = 0; i < astormer_result_rows(r); i++) {
            const struct astormer_cell *cell = astormer_result_cell(r, i, k);
            const char *text = cell_text(&scratch, cell);
            l->widths[k] = MAX(l->widths[k], text_width(text, strlen(text)));
            bool number = cell->kind == ASTORMER_INTEGER || cell->kind == ASTORMER_REAL ||
                          cell->kind == ASTORMER_DECIMAL;
            any |= number;
            all &= number || cell->kind == ASTORMER_NULL;
            arena_clear(&scratch);
        }
        l->numeric[k] = any && all;
        l->widths[k] = MIN(l->widths[k], MAX_CELL);
    }
    arena_release(&scratch);
}

/* Takes from the widest columns until the table fits. */
static void fit(struct layout *l, int width)
{
    int total = 2 * (l->n - 1);
    for (int k = 0; k < l->n; k++)
        total += l->widths[k];
    while (width > 0 && total > width) {
        int widest = 0;
        for (int k = 1; k < l->n; k++)
            if (l->widths[k] > l->widths[widest])
                widest = k;
        if (l->widths[widest] <= MIN_CELL)
            break;
        l->widths[widest]--;
        total--;
    }
}

static void put_padded(FILE *to, struct arena *arena, const char *text, int width, bool right,
                       bool last)
{
    const char *cut = text_cut(arena, text, width);
    int padding = width - text_width(cut, strlen(cut));
    fprintf(to, "%*s%s", right ? padding : 0, "", cut);
    if (!last)
        fprintf(to, "%*s", (right ? 0 : padding) + 2, "");
}

static void print_table(FILE *to, const struct astormer_result *r, int width)
{
    struct arena arena = {0}, scratch = {0};
    struct layout l;
    measure(&arena, r, &l);
    fit(&l, width);
    fputs(ink(to, INK_STRONG), to);
    for (int k = 0; k < l.n; k++) {
        const char *name = astormer_result_name(r, k);
        put_padded(to, &scratch, text_visible(&scratch, name, strlen(name), false), l.widths[k],
                   l.numeric[k], k == l.n - 1);
    }
    fprintf(to, "%s\n", ink(to, INK_PLAIN));
    for (int k = 0; k < l.n; k++) {
        for (int i = 0; i < l.widths[k]; i++)
            fputc('-', to);
        fputs(k < l.n - 1 ? "  " : "\n", to);
    }
    for (long i = 0; i < astormer_result_rows(r); i++) {
        for (int k = 0; k < l.n; k++)
            put_padded(to, &scratch, cell_text(&scratch, astormer_result_cell(r, i, k)),
                       l.widths[k], l.numeric[k], k == l.n - 1);
        fputc('\n', to);
        arena_clear(&scratch);
    }
    arena_release(&arena);
    arena_release(&scratch);
}

void rows_print_count(FILE *to, const struct astormer_result *r)
{
    long shown = astormer_result_rows(r), total = astormer_result_total(r);
    if (total == shown)
        fprintf(to, "(%ld row%s", total, total == 1 ? "" : "s");
    else if (total < 0)
        fprintf(to, "(the first %ld rows; there are more", shown);
    else
        fprintf(to, "(%ld of %ld rows", shown, total);
    fprintf(to, ", %.0f ms)\n", 1000 * astormer_result_seconds(r));
}

void rows_print_brief(FILE *to, const struct astormer_result *r, int width)
{
    struct arena arena = {0};
    struct strbuf out = strbuf_in(&arena);
    long n = astormer_result_rows(r), total = astormer_result_total(r);
    for (long i = 0; i < n; i++)
        for (int k = 0; k < astormer_result_columns(r); k++)
            strbuf_printf(&out, "%s%s", k ? " | " : i ? "; " : "",
                          cell_text(&arena, astormer_result_cell(r, i, k)));
    if (total < 0)
        fprintf(to, "more than %ld rows%s", n, n ? ": " : "");
    else
        fprintf(to, "%ld row%s%s", total, total == 1 ? "" : "s", n ? ": " : "");
    fprintf(to, "%s%s\n", text_cut(&arena, strbuf_text(&out), width),
            total < 0 || total > n ? "; ..." : "");
    arena_release(&arena);
}

/* ---- CSV (RFC 4180) and Markdown -------------------------------------------------------------------------- */

/* What a spreadsheet takes for a formula gets an apostrophe before it, as on the web page. */
static void put_csv(FILE *to, const char *s, size_t n, bool guard)
{
    bool quote = n == 0;
    for (size_t i = 0; i < n; i++)
        quote |= s[i] == ',' || s[i] == '"' || s[i] == '\n' || s[i] == '\r';
    if (quote)
        fputc('"', to);
    if (guard && n > 0 && memchr("=+-@\t\r", s[0], 6))
        fputc('\'', to);
    for (size_t i = 0; i < n; i++) {
        if (s[i] == '"')
            fputc('"', to);
        fputc(s[i], to);
    }
    if (quote)
        fputc('"', to);
}

/* NULL is an empty field, an empty text is "".  Texts are as stored, for programs to read, but for
 * formulas; only a terminal gets them made harmless. */
static void print_csv(FILE *to, const struct astormer_result *r, bool guard)
{
    struct arena scratch = {0};
    bool terminal = terminal_width(to) > 0;
    int n = astormer_result_columns(r);
    for (int k = 0; k < n; k++) {
        const char *name = astormer_result_name(r, k);
        name = terminal ? text_visible(&scratch, name, strlen(name), true) : name;
        put_csv(to, name, strlen(name), guard);
        fputs(k < n - 1 ? "," : "\r\n", to);
    }
    for (long i = 0; i < astormer_result_rows(r); i++) {
        for (int k = 0; k < n; k++) {
            const struct astormer_cell *cell = astormer_result_cell(r, i, k);
            const char *text = cell->bytes;
            size_t length = cell->n;
            if (cell->kind != ASTORMER_TEXT || terminal) {
                text = cell->kind == ASTORMER_TEXT
                           ? text_visible(&scratch, cell->bytes, cell->n, true)
                           : cell_text(&scratch, cell);
                length = strlen(text);
            }
            if (cell->kind != ASTORMER_NULL)
                put_csv(to, text, length, guard && cell->kind == ASTORMER_TEXT);
            fputs(k < n - 1 ? "," : "\r\n", to);
        }
        arena_clear(&scratch);
    }
    arena_release(&scratch);
}

static void put_markdown(FILE *to, const char *text)
{
    fputs("| ", to);
    for (; *text; text++) {
        if (strchr("|\\`<>&*_[]", *text))
            fputc('\\', to);
        fputc(*text, to);
    }
    fputc(' ', to);
}

static void print_markdown(FILE *to, const struct astormer_result *r)
{
    struct arena scratch = {0};
    struct layout l;
    struct arena arena = {0};
    measure(&arena, r, &l);
    for (int k = 0; k < l.n; k++) {
        const char *name = astormer_result_name(r, k);
        put_markdown(to, text_visible(&scratch, name, strlen(name), false));
    }
    fputs("|\n", to);
    for (int k = 0; k < l.n; k++)
        fputs(l.numeric[k] ? "|---:" : "|---", to);
    fputs("|\n", to);
    for (long i = 0; i < astormer_result_rows(r); i++) {
        for (int k = 0; k < l.n; k++)
            put_markdown(to, cell_text(&scratch, astormer_result_cell(r, i, k)));
        fputs("|\n", to);
        arena_clear(&scratch);
    }
    arena_release(&arena);
    arena_release(&scratch);
}

void rows_print(FILE *to, const struct astormer_result *r, enum rows_format format, int width)
{
    switch (format) {
    case FORMAT_TABLE:
        print_table(to, r, width);
        return;
    case FORMAT_CSV:
    case FORMAT_CSV_RAW:
        print_csv(to, r, format == FORMAT_CSV);
        return;
    case FORMAT_MARKDOWN:
        print_markdown(to, r);
        return;
    case FORMAT_JSON:
        break;
    }
    struct arena arena = {0};
    struct json_text json = json_text_in(&arena);
    result_value(&json, r);
    fprintf(to, "%s\n", strbuf_text(&json.out));
    arena_release(&arena);
}
