/* types.c - column types: what is declared, repaired by what names and cells say.
 *
 * MODEL.md section 1 lists the authors' rules for yes/no columns and some thirty overrides by
 * hand ("this column of that database is a time").  The overrides are replaced here by what
 * they have in common: text cells that are all numbers, or all dates, or years under a name that
 * speaks of years. */
#include "db/internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Declared types, in the order they are tried; the first part that occurs decides. */
static const struct {
    const char *part;
    enum column_type type;
} declared[] = {
    {"[]", COLUMN_OTHERS},    {"ENUM ", COLUMN_TEXT},    {"COMPOSITE ", COLUMN_OTHERS},
    {"RANGE ", COLUMN_OTHERS}, {"JSON", COLUMN_OTHERS},  {"BYTEA", COLUMN_OTHERS},
    {"POINT", COLUMN_OTHERS}, {"INTERVAL", COLUMN_TIME}, {"BOOL", COLUMN_BOOLEAN},
    {"DATE", COLUMN_TIME},    {"TIME", COLUMN_TIME},     {"YEAR", COLUMN_TIME},
    {"CHAR", COLUMN_TEXT},    {"TEXT", COLUMN_TEXT},     {"CLOB", COLUMN_TEXT},
    {"STRING", COLUMN_TEXT},  {"ENUM", COLUMN_TEXT},     {"INT", COLUMN_NUMBER},
    {"REAL", COLUMN_NUMBER},  {"FLOA", COLUMN_NUMBER},   {"DOUB", COLUMN_NUMBER},
    {"NUM", COLUMN_NUMBER},   {"DEC", COLUMN_NUMBER},    {"MONEY", COLUMN_NUMBER},
    {"SERIAL", COLUMN_NUMBER}, {"BLOB", COLUMN_OTHERS},  {"BINARY", COLUMN_OTHERS},
};

enum column_type db_declared_type(const char *decl_type)
{
    for (int i = 0; decl_type && i < COUNT_OF(declared); i++)
        if (strcasestr(decl_type, declared[i].part))
            return declared[i].type;
    return COLUMN_TEXT;
}

/* ---- what the cells look like ---------------------------------------------------------------- */

#define SAMPLE_ROWS 1000
#define SAMPLE_SECONDS 1.0 /* a view may be anything */
#define TABLE_SECONDS 10.0 /* its first thousand rows may be far apart on disk */
#define DISTINCT_MAX 3     /* two for a yes/no column, and one that proves it is none */

struct sample {
    int filled;                       /* cells neither NULL nor empty */
    int numbers, dates, years, blobs; /* of these */
    int leading_zeros;                /* 007 is a code, not a number */
    char distinct[DISTINCT_MAX][8];   /* lower case; longer cells count as themselves cut off */
    int n_distinct;
};

static void note_distinct(struct sample *sample, struct slice cell)
{
    char text[8] = {0};
    for (size_t i = 0; i < MIN(cell.n, sizeof text - 1); i++)
        text[i] = (char)tolower((unsigned char)cell.s[i]);
    for (int i = 0; i < sample->n_distinct; i++)
        if (strcmp(sample->distinct[i], text) == 0)
            return;
    if (sample->n_distinct < DISTINCT_MAX)
        memcpy(sample->distinct[sample->n_distinct++], text, sizeof text);
}

static bool is_year(double value)
{
    return value >= 1000 && value <= 2100 && value == (int)value;
}

static void note_cell(struct sample *sample, const struct db_cell *cell)
{
    char number[32];
    struct slice text = cell->bytes;
    if (cell->kind == DB_INTEGER)
        text = (struct slice){number, (size_t)snprintf(number, sizeof number, "%lld",
                                                       (long long)cell->integer)};
    else if (cell->kind == DB_REAL)
        text = (struct slice){number, (size_t)snprintf(number, sizeof number, "%.15g", cell->real)};
    if (cell->kind == DB_NULL || text.n == 0)
        return;
    sample->filled++;
    note_distinct(sample, text);
    double value;
    if (cell->kind == DB_BLOB) {
        sample->blobs++;
    } else if (text_number(text.s, text.n, &value)) {
        sample->numbers++;
        sample->years += is_year(value);
        sample->leading_zeros +=
            text.n > 1 && text.s[0] == '0' && isdigit((unsigned char)text.s[1]);
    } else {
        sample->dates += text_is_date(text.s, text.n);
    }
}

static bool note_row(void *context, const struct db_cell *cells, int n)
{
    struct sample *samples = context;
    for (int i = 0; i < n; i++)
        note_cell(&samples[i], &cells[i]);
    return true;
}

/* ---- the rules ------------------------------------------------------------------------------- */

static bool is_one_of(const struct sample *sample, const char *a, const char *b)
{
    for (int i = 0; i < sample->n_distinct; i++)
        if (strcmp(sample->distinct[i], a) != 0 && strcmp(sample->distinct[i], b) != 0)
            return false;
    return sample->n_distinct > 0;
}

/* is_active, Is Active, isActive, if_vip, ... _yn, _tf */
static bool yes_no_name(const char *name)
{
    size_t n = strlen(name);
    bool prefix = n > 2 && (strncasecmp(name, "is", 2) == 0 || strncasecmp(name, "if", 2) == 0) &&
                  (name[2] == '_' || name[2] == ' ' || isupper((unsigned char)name[2])) &&
                  !(isupper((unsigned char)name[1]) && isupper((unsigned char)name[2]));
    bool suffix = n > 3 && (name[n - 3] == '_' || name[n - 3] == ' ') &&
                  (strcasecmp(name + n - 2, "yn") == 0 || strcasecmp(name + n - 2, "tf") == 0);
    return prefix || suffix;
}

static bool name_has(const struct column *c, const char *const *parts, int n)
{
    for (int i = 0; i < n; i++)
        if (strcasestr(c->name, parts[i]) || strcasestr(c->label, parts[i]))
            return true;
    return false;
}

static bool is_yes_no(const struct column *c, const struct sample *sample)
{
    static const char *const sexes[] = {"gender", "sex"};
    static const char *const codes[] = {"value", "code", "id"};
    if (name_has(c, sexes, COUNT_OF(sexes)))
        return false;
    return yes_no_name(c->name) || is_one_of(sample, "y", "n") || is_one_of(sample, "yes", "no") ||
           is_one_of(sample, "t", "f") || is_one_of(sample, "true", "false") ||
           (is_one_of(sample, "0", "1") && !name_has(c, codes, COUNT_OF(codes)));
}

static enum column_type repaired_type(const struct column *c, const struct sample *sample)
{
    static const char *const times[] = {"year", "date", "time"};
    static const char *const codes[] = {"code", "zip", "phone", "fax", "isbn", "ssn"};
    if (c->type != COLUMN_TEXT && c->type != COLUMN_OTHERS)
        return c->type;
    if (is_yes_no(c, sample))
        return COLUMN_BOOLEAN;
    if (sample->filled == 0 || sample->blobs > 0)
        return sample->blobs ? COLUMN_OTHERS : c->type;
    bool times_named = name_has(c, times, COUNT_OF(times));
    if (sample->dates == sample->filled ||
        (times_named && sample->dates + sample->years == sample->filled))
        return COLUMN_TIME;
    bool code = name_has(c, codes, COUNT_OF(codes)) || sample->leading_zeros > 0;
    return sample->numbers == sample->filled && !code ? COLUMN_NUMBER : c->type;
}

/* Looks at the columns first..last, all of one table, and repairs them. */
static enum status repair_table(struct db *db, const struct db_binding *binding,
                                struct schema *schema, const int *columns, int n,
                                struct error *err)
{
    struct arena scratch = {0};
    struct sample *samples = ARENA_ARRAY(&scratch, struct sample, n);
    struct strbuf sql = strbuf_in(&scratch);
    const struct db_source *any = &binding->columns[columns[0]];
    for (int i = 0; i < n; i++) {
        const struct db_source *source = &binding->columns[columns[i]];
        const char *name = db_quote_name(&scratch, source->column);
        enum column_type declared_type = db_declared_type(source->decl_type);
        bool shorten = db->driver->distinct_scans && /* the rest need not come over the wire */
                       (declared_type == COLUMN_TEXT || declared_type == COLUMN_OTHERS);
        strbuf_puts(&sql, i ? ", " : "SELECT ");
        strbuf_printf(&sql, shorten ? "substr(CAST(%s AS text), 1, 64)" : "%s", name);
    }
    strbuf_printf(&sql, " FROM %s LIMIT %d", any->from, SAMPLE_ROWS);
    struct db_sink sink = {.row = note_row, .context = samples};
    struct db_limits limits = {.seconds = any->computed ? SAMPLE_SECONDS : TABLE_SECONDS,
                               .any_cell = true};
    enum status st = db_query_opening(db, sql.s, &limits, &sink, NULL, err);
    if (st == ST_LIMIT || (st != ST_OK && any->computed)) {
        memset(samples, 0, sizeof *samples * (size_t)n);
        db->opening_cut = true;
        st = ST_OK; /* what does not run, or not in time, has no content to go by */
    }
    for (int i = 0; st == ST_OK && i < n; i++)
        schema->columns[columns[i]].type =
            repaired_type(&schema->columns[columns[i]], &samples[i]);
    arena_release(&scratch);
    return st;
}

enum status db_repair_types(struct db *db, const struct db_binding *binding,
                            struct schema *schema, struct error *err)
{
    CHECK(binding->n_columns == schema->n_columns);
    int *columns = xmalloc(sizeof *columns * (size_t)schema->n_columns);
    enum status st = ST_OK;
    for (int t = 0; st == ST_OK && t < schema->n_tables; t++) {
        int n = 0;
        for (int i = 0; i < schema->n_columns; i++)
            if (schema->columns[i].table == t && binding->columns[i].table)
                columns[n++] = i;
        if (n > 0)
            st = repair_table(db, binding, schema, columns, n, err);
    }
    xfree(columns);
    return st;
}
