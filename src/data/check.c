/* check.c - is a corpus what its guide asks for?  Databases as wholes; records are in
 * check_records.c, resemblance of schemas in resemble.c. */
#include "data/internal.h"

#include <string.h>

void check_finding(struct checking *c, const char *database, const char *id, const char *format, ...)
{
    char text[600];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    *ARENA_PUSH(c->arena, c->out->findings, c->out->n_findings, c->out->findings_capacity) =
        (struct corpus_finding){database, id, arena_strdup(c->arena, text)};
}

/* ---- the database ------------------------------------------------------------------------------------- */

static bool take_number(void *context, const struct db_cell *cells, int n)
{
    *(int64_t *)context = n == 1 ? cells[0].integer : 0;
    return false;
}

static void check_rows(struct checking *c, const struct checked_database *d)
{
    enum { FEWEST = 2 };
    const char *name = d->schema->db_id;
    for (int t = 0; t < d->schema->n_tables; t++) {
        const struct table *table = &d->schema->tables[t];
        struct error err = {0};
        int64_t rows = 0;
        struct db_sink sink = {.row = take_number, .context = &rows};
        const char *sql = arena_printf(&c->scratch, "SELECT count(*) FROM %s",
                                       db_quote_name(&c->scratch, table->name));
        if (db_query(d->db, sql, &db_default_limits, &sink, NULL, &err) != ST_OK)
            check_finding(c, name, NULL, "%s %s: %s", table->view ? "view" : "table", table->name,
                          err.message);
        else if (rows < FEWEST && !table->view)
            check_finding(c, name, NULL, "table %s has %lld rows", table->name, (long long)rows);
    }
}

static void check_keys(struct checking *c, const char *name, const char *path)
{
    struct error err = {0};
    const char *first;
    int n;
    if (db_broken_keys(&c->scratch, path, &n, &first, &err) != ST_OK)
        check_finding(c, name, NULL, "foreign keys: %s", err.message);
    else if (n > 0)
        check_finding(c, name, NULL, "%d rows break a foreign key: %s", n, first);
}

static void measure_schema(struct corpus_check *out, const struct schema *s)
{
    int tables = 0;
    for (int t = 0; t < s->n_tables; t++)
        tables += !s->tables[t].view;
    out->n_tables += tables;
    out->n_views += s->n_tables - tables;
    out->n_columns += s->n_columns - 1;
    out->smallest = out->n_databases == 0 ? tables : MIN(out->smallest, tables);
    out->largest = MAX(out->largest, tables);
    out->n_databases++;
}

static void check_database(struct checking *c, struct checked_database *d)
{
    struct error err = {0};
    const char *name = d->schema->db_id;
    const char *path = dataset_database(&c->scratch, c->corpus, name);
    if (db_open(path, &d->db, &err) != ST_OK) {
        check_finding(c, name, NULL, "%s", err.message);
        return;
    }
    check_keys(c, name, path);
    check_rows(c, d);
    measure_schema(c->out, d->schema);
    check_records(c, d);
    db_close(d->db);
    arena_clear(&c->scratch);
}

/* ---- all of them ---------------------------------------------------------------------------------------- */

static void check_unread(struct checking *c)
{
    for (int i = 0; i < c->corpus->n_bad; i++) {
        const struct bad_record *b = &c->corpus->bad[i];
        if (b->record < 0)
            check_finding(c, b->file, NULL, "%s", b->reason);
        else
            check_finding(c, b->file, NULL, "line %ld: %s", b->record + 1, b->reason);
    }
}

static void find_commonest_opening(struct checking *c)
{
    c->out->n_openings = c->openings.n;
    for (int i = 0; i < c->openings.index.capacity; i++) {
        const struct map_entry *entry = &c->openings.index.entries[i];
        if (entry->key && c->openings.counts[entry->value] > c->out->commonest) {
            c->out->commonest = c->openings.counts[entry->value];
            c->out->opening = arena_strndup(c->arena, entry->key, entry->length);
        }
    }
}

enum status corpus_check(struct arena *arena, const struct dataset *corpus,
                         const char *const *against, int n, bool guided,
                         struct corpus_check *out, struct error *err)
{
    *out = (struct corpus_check){0};
    struct checking c = {.arena = arena, .corpus = corpus, .guided = guided, .out = out,
                         .ids = map_in(arena), .pairs = map_in(arena), .openings = {.index = map_in(arena)}};
    check_unread(&c);
    struct progress progress;
    progress_begin(&progress, "databases", corpus->schemas.n_schemas);
    for (int i = 0, at = 0; i < corpus->schemas.n_schemas; i++) {
        struct checked_database d = {.schema = &corpus->schemas.schemas[i], .from = at};
        while (at < corpus->n_examples && corpus->examples[at].schema == d.schema)
            at++;
        d.to = at;
        check_database(&c, &d);
        progress_at(&progress, i);
    }
    progress_end(&progress);
    find_commonest_opening(&c);
    enum status st = check_resemblance(&c, against, n, err);
    arena_release(&c.scratch);
    return st;
}
