/* candidate_recall.c - are the literals of gold queries among the candidates of ground/?
 *
 *   candidate_recall DATASET DIR SPLIT [missed] [parsed]
 *
 * Literals are taken from the text of the SQL, so that queries outside of our grammar count too,
 * and told apart by where they stand: patterns of LIKE, labels of CASE and formats are counted but
 * are not to be pointed at; numbers in arithmetic belong to the grammar.  With `parsed` they are
 * those that sql/ reads, in its canonical form: what a model has to point at.  $ASTORMER_BERT_VOCAB
 * names a vocabulary to count sub-words with. */
#include "data/data.h"
#include "ground/ground.h"
#include "sql/sql.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- literals of a query ------------------------------------------------------------------------ */

enum kind { BOOLEAN, CODE, DATE, NUMBER, TEXT, N_POINTED, PATTERN = N_POINTED, LABEL, ARITHMETIC,
            N_KINDS };
static const char *const kind_names[N_KINDS] = {"boolean", "code", "date", "number", "text",
                                                "pattern", "label", "arithmetic"};

struct piece {
    enum { END, WORD, STRING, NUMERAL, MARK } type;
    const char *text; /* a string without its quotes */
};

struct gold {
    const char *text;
    enum kind kind;
    bool stored; /* in the column it is compared with, but in no word of the question */
};

struct lexer {
    struct arena *arena;
    struct piece v[2048];
    int n;
};

static const char *lex_string(struct lexer *l, const char *s)
{
    char quote = *s++;
    struct strbuf text = strbuf_in(l->arena);
    for (; *s && (*s != quote || s[1] == quote); s++) {
        s += *s == quote;
        strbuf_putc(&text, *s);
    }
    l->v[l->n++] = (struct piece){STRING, strbuf_text(&text)};
    return *s ? s + 1 : s;
}

static void lex(struct lexer *l, const char *s)
{
    while (*s && l->n < COUNT_OF(l->v) - 2) {
        const char *start = s;
        if (isspace((unsigned char)*s)) {
            s++;
        } else if (*s == '\'' || *s == '"') {
            s = lex_string(l, s);
        } else if (isdigit((unsigned char)*s) ||
                   ((*s == '-' || *s == '.') && isdigit((unsigned char)s[1]) && l->n &&
                    (l->v[l->n - 1].type == MARK || l->v[l->n - 1].type == WORD) &&
                    l->v[l->n - 1].text[0] != ')')) {
            s++;
            while (isdigit((unsigned char)*s) || *s == '.')
                s++;
            l->v[l->n++] = (struct piece){NUMERAL, arena_strndup(l->arena, start, (size_t)(s - start))};
        } else if (isalnum((unsigned char)*s) || *s == '_' || (unsigned char)*s >= 0x80) {
            while (isalnum((unsigned char)*s) || *s == '_' || (unsigned char)*s >= 0x80)
                s++;
            l->v[l->n++] = (struct piece){WORD, arena_strndup(l->arena, start, (size_t)(s - start))};
        } else {
            s += (*s == '<' || *s == '>' || *s == '!' || *s == '|') && (s[1] == '=' || s[1] == '>' || s[1] == '|') ? 2 : 1;
            l->v[l->n++] = (struct piece){MARK, arena_strndup(l->arena, start, (size_t)(s - start))};
        }
    }
    l->v[l->n] = (struct piece){END, ""};
}

static bool is(const struct lexer *l, int i, const char *text)
{
    return i >= 0 && i < l->n && l->v[i].type != STRING && equal_nocase(l->v[i].text, text);
}

/* The column a literal is compared with: the last name before the comparison. */
static int column_before(const struct lexer *l, int i, const struct schema *s)
{
    int steps = 0;
    for (int k = i - 1; k >= 0 && steps < 40; k--, steps++) {
        if (is(l, k, "AND") || is(l, k, "WHERE") || is(l, k, "OR") || is(l, k, "HAVING")) {
            if (!is(l, k, "AND") || i - k > 2)
                return -1;
            continue; /* BETWEEN x AND y */
        }
        if (l->v[k].type != WORD && !(l->v[k].type == STRING))
            continue;
        int table = k >= 2 && is(l, k - 1, ".") ? schema_find_table(s, slice_of(l->v[k - 2].text)) : -1;
        for (int t = 0; t < s->n_tables; t++) {
            int c = table >= 0 && t != table ? -1 : schema_find_column(s, t, slice_of(l->v[k].text));
            if (c > 0)
                return c;
        }
    }
    return -1;
}

static bool is_date_text(const char *s)
{
    return strlen(s) >= 10 && isdigit((unsigned char)s[0]) && isdigit((unsigned char)s[3]) && s[4] == '-' &&
           s[7] == '-';
}

/* date('now', ...) and its like as a text of sql/'s, NULL if it is something else; *next is set
 * behind it. */
static const char *relative(const struct lexer *l, int i, int *next, struct arena *arena)
{
    static const char *const functions[] = {"date", "datetime", "strftime", "julianday"};
    bool function = false;
    for (int k = 0; k < COUNT_OF(functions); k++)
        function |= is(l, i, functions[k]);
    if (!function || !is(l, i + 1, "("))
        return NULL;
    int at = i + 2;
    if (is(l, i, "strftime")) {
        if (l->v[at].type != STRING || !is(l, at + 1, ","))
            return NULL;
        if (strcmp(l->v[at].text, "%Y") == 0) /* this year as a number: arithmetic */
            return NULL;
        at += 2;
    }
    if (l->v[at].type != STRING || strcmp(l->v[at].text, "now") != 0)
        return NULL;
    const char *unit = NULL;
    int amount = 0, shifts = 0;
    char name[32] = "";
    for (at++; is(l, at, ",") && l->v[at + 1].type == STRING; at += 2) {
        const char *m = l->v[at + 1].text;
        if (strncmp(m, "start of ", 9) == 0)
            unit = m + 9;
        else if (sscanf(m, "%d %31s", &amount, name) == 2)
            shifts++;
    }
    *next = at + 1;
    size_t n = strlen(name);
    if (n && name[n - 1] != 's')
        strcat(name, "s");
    if (unit && amount == 0)
        return arena_printf(arena, "start of this %s", unit);
    if (unit && (amount == 1 || amount == -1) && strncmp(name, unit, strlen(unit)) == 0)
        return arena_printf(arena, "start of %s %s", amount > 0 ? "next" : "last", unit);
    if (unit && shifts)
        return arena_printf(arena, "start of this %s%+d %s", unit, amount, name);
    const char *day = shifts ? arena_printf(arena, "today%+d %s", amount, name) : "today";
    struct period period;
    return period_parse(day, &period) ? period_text(arena, &period) : day;
}

static bool all_upper_format(const char *s)
{
    return s[0] == '%' || strcmp(s, "unixepoch") == 0 || strcmp(s, "now") == 0 ||
           strncmp(s, "start of", 8) == 0 || strcmp(s, "localtime") == 0 || *s == '\0';
}

static bool is_ymd(const char *s)
{
    return strlen(s) == 8 && strspn(s, "0123456789") == 8 && (s[0] == '1' || s[0] == '2');
}

static int take_gold(struct arena *arena, const char *sql, const struct ground_database *d,
                     struct gold *out, int max)
{
    struct lexer *l = ARENA_NEW(arena, struct lexer);
    l->arena = arena;
    lex(l, sql);
    int n = 0, next = 0;
    for (int i = 0; i < l->n && n < max; i++) {
        const char *moment = relative(l, i, &next, arena);
        if (moment) {
            out[n++] = (struct gold){moment, DATE, false};
            i = next - 1;
            continue;
        }
        if (l->v[i].type != STRING && l->v[i].type != NUMERAL)
            continue;
        const char *text = l->v[i].text;
        bool string = l->v[i].type == STRING;
        bool quoted_name = string && (is(l, i + 1, ".") || is(l, i - 1, ".") || is(l, i - 1, "AS"));
        bool argument = is(l, i - 1, ",") && (is(l, i + 1, ")") || is(l, i + 1, ","));
        if (quoted_name || (string && (all_upper_format(text) || (i > 1 && is(l, i - 2, "strftime") && *text == '%'))))
            continue;
        int column = column_before(l, i, &d->schema);
        const struct ground_profile *p = column > 0 ? &d->profiles[column] : NULL;
        enum kind kind = string ? TEXT : NUMBER;
        if (string && (is(l, i - 1, "LIKE") || is(l, i - 1, "GLOB")))
            kind = PATTERN;
        else if (is(l, i - 1, "THEN") || is(l, i - 1, "ELSE") || is(l, i - 1, "||") ||
                 is(l, i + 1, "||") || (is(l, i - 1, "SELECT") && string))
            kind = LABEL;
        else if (string && is_date_text(text)) {
            kind = DATE;
            if (strlen(text) > 10 && strcmp(text + 11, "00:00:00") == 0)
                text = arena_strndup(arena, text, 10);
        } else if (!string && (is(l, i - 1, "*") || is(l, i + 1, "*") || is(l, i - 1, "/") ||
                               is(l, i + 1, "/") || is(l, i - 1, "+") || is(l, i - 1, "-") || is(l, i + 1, "%") || is(l, i - 1, "%") ||
                               (argument && !p)))
            kind = ARITHMETIC;
        else if (argument && (i < 3 || !(is(l, i - 2, "(") || l->v[i - 2].type == STRING || l->v[i - 2].type == NUMERAL)))
            kind = ARITHMETIC; /* round(x, 2), substr(x, 1, 4) */
        else if (!string && is_ymd(text) && p && p->time == GROUND_TIME_YMD) {
            kind = DATE;
            text = arena_printf(arena, "%.4s-%.2s-%.2s", text, text + 4, text + 6);
        } else if (is(l, i - 1, "LIMIT") || is(l, i - 1, "OFFSET"))
            kind = NUMBER;
        else if (p && p->yes)
            kind = BOOLEAN;
        else if (p && p->n_codes && string)
            kind = CODE;
        out[n++] = (struct gold){text, kind, false};
    }
    return n;
}

/* ---- literals as the parser of sql/ reads them --------------------------------------------------- */

struct reading {
    struct walker walker; /* first, so that one is the other */
    struct gold *out;
    int n, max;
    const struct expr *labels[64]; /* what CASE gives */
    int n_labels;
};

static enum walk note_literal(struct walker *w, struct expr *e)
{
    struct reading *r = (struct reading *)w;
    if (e->kind == EXPR_COMPARE && (e->op == CMP_LIKE || e->op == CMP_NOT_LIKE))
        return WALK_SKIP;
    for (int i = 0; e->kind == EXPR_CASE && i < e->n_args; i++)
        if ((i % 2 == 1 || i == e->n_args - 1) && r->n_labels < COUNT_OF(r->labels))
            r->labels[r->n_labels++] = e->args[i];
    if (e->kind != EXPR_LITERAL || e->literal.kind == LITERAL_NULL || r->n == r->max)
        return WALK_ON;
    enum kind kind = e->literal.kind == LITERAL_NUMBER ? NUMBER
                     : e->literal.kind == LITERAL_TEXT ? TEXT : DATE;
    for (int i = 0; i < r->n_labels; i++)
        if (r->labels[i] == e)
            kind = LABEL;
    r->out[r->n++] = (struct gold){e->literal.text, kind, false};
    return WALK_ON;
}

/* The literals of the query as a model of the everyday grammar has to find them; -1 if it cannot be
 * read. */
static int parse_gold(struct arena *arena, const char *sql, const struct ground_database *d,
                      struct gold *out, int max)
{
    struct query *q;
    if (sql_parse(arena, &d->schema, sql, strlen(sql),
                  (enum sql_reading)(SQL_READ_BENCHMARK | SQL_READ_EVERYDAY), &q, NULL) != ST_OK)
        return -1;
    struct reading r = {.walker = {.expr = note_literal}, .out = out, .max = max};
    walk_query(&r.walker, q);
    return r.n;
}

/* ---- running ---------------------------------------------------------------------------------------- */

enum { N_CUTS = 4 };
static const int cuts[N_CUTS] = {8, 16, 24, 32};
#define TOKEN_BUDGET 96 /* of the setting value_tokens */

struct score {
    long questions, candidates, whole; /* whole: questions with all their literals found */
    long gold[N_KINDS], found[N_KINDS];
    long within[N_CUTS]; /* found among so many best candidates */
    long in_budget, tokens; /* found within so many sub-words; sub-words of all candidates */
    double seconds;
};

struct job {
    const char *db_id;
    const struct schema *schema;
    int *examples, n, capacity;
};

struct bench {
    struct dataset data;
    struct job *jobs;
    int n_jobs;
    bool show, parsed;
    struct vocab vocab; /* empty if none was given */
    struct score scores[2];
};

static double thread_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int find_date(const struct ground_values *values, const char *text)
{
    int at = ground_find(values, text);
    return at >= 0 || strlen(text) <= 10 ? at : -1;
}

static void run_question(const struct bench *b, struct score *s, struct arena *arena,
                         const struct ground_database *d, const struct example *e)
{
    const char **utterances = ARENA_ARRAY(arena, const char *, e->n_history + 1);
    utterances[0] = e->question;
    for (int i = 1; i <= e->n_history; i++)
        utterances[i] = e->history[e->n_history - i];
    struct ground_question q;
    struct gold gold[128];
    double start = thread_seconds();
    if (ground_read(arena, d, NULL, utterances, e->n_history + 1, NULL, LINK_FULL,
                    &q, NULL) != ST_OK)
        return;
    s->seconds += thread_seconds() - start;
    s->questions++;
    s->candidates += q.values.n;
    int n = b->parsed ? parse_gold(arena, e->sql, d, gold, COUNT_OF(gold))
                      : take_gold(arena, e->sql, d, gold, COUNT_OF(gold));
    bool whole = true;
    int *tokens = ARENA_ARRAY(arena, int, q.values.n), n_tokens = 0;
    for (int i = 0; i < q.values.n; i++) {
        const char *shown = q.values.v[i].shown;
        n_tokens += b->vocab.n_pieces ? wordpiece_split(arena, &b->vocab, shown, strlen(shown)).n : 0;
        tokens[i] = n_tokens;
    }
    s->tokens += n_tokens;
    for (int i = 0; i < n; i++) {
        int at = gold[i].kind == DATE ? find_date(&q.values, gold[i].text)
                                      : ground_find(&q.values, gold[i].text);
        s->gold[gold[i].kind]++;
        s->found[gold[i].kind] += at >= 0;
        for (int c = 0; c < N_CUTS && gold[i].kind < N_POINTED; c++)
            s->within[c] += at >= 0 && at < cuts[c];
        s->in_budget += gold[i].kind < N_POINTED && at >= 0 && tokens[at] <= TOKEN_BUDGET;
        whole = whole && (at >= 0 || gold[i].kind >= N_POINTED);
        if (b->show && at < 0 && gold[i].kind < N_POINTED)
            printf("%s '%s' (%d) %s: %s | %s\n", kind_names[gold[i].kind], gold[i].text, q.values.n,
                   e->db_id, example_joined_question(arena, e), e->sql);
    }
    s->whole += whole;
}

static void run_job(void *context, int task, int worker)
{
    struct bench *b = context;
    const struct job *job = &b->jobs[task];
    struct arena arena = {0};
    struct error err = {0};
    struct ground_options options = {0};
    struct ground_database *d;
    const char *path = dataset_database(&arena, &b->data, job->db_id);
    if (ground_open(path, job->schema, &options, &d, &err) != ST_OK) {
        fprintf(stderr, "%s: %s\n", job->db_id, err.message);
        return;
    }
    for (int i = 0; i < job->n; i++) {
        run_question(b, &b->scores[worker], &arena, d, &b->data.examples[job->examples[i]]);
        arena_clear(&arena);
    }
    ground_close(d);
    arena_release(&arena);
}

static void make_jobs(struct arena *arena, struct bench *b)
{
    struct map by_db = map_in(arena);
    int capacity = 0;
    for (int i = 0; i < b->data.n_examples; i++) {
        const struct example *e = &b->data.examples[i];
        if (!e->sql)
            continue;
        int k = map_put(&by_db, e->db_id, strlen(e->db_id), b->n_jobs);
        if (k == b->n_jobs)
            *ARENA_PUSH(arena, b->jobs, b->n_jobs, capacity) =
                (struct job){.db_id = e->db_id, .schema = e->schema};
        struct job *job = &b->jobs[k];
        *ARENA_PUSH(arena, job->examples, job->n, job->capacity) = i;
    }
}

static void print_score(const char *name, const struct score *s)
{
    long gold = 0, found = 0;
    double n = (double)MAX(s->questions, 1);
    printf("%s: %ld questions, %.1f candidates a question, %.3f ms a question, all literals found in %.1f %%\n",
           name, s->questions, (double)s->candidates / n, 1e3 * s->seconds / n,
           100.0 * (double)s->whole / n);
    for (int k = 0; k < N_KINDS; k++) {
        if (k < N_POINTED) {
            gold += s->gold[k];
            found += s->found[k];
        }
        printf("  %-10s %5ld  %6.2f %%%s\n", kind_names[k], s->gold[k],
               100.0 * (double)s->found[k] / (double)MAX(s->gold[k], 1),
               k >= N_POINTED ? "  (not pointed at)" : "");
    }
    printf("  %-10s %5ld  %6.2f %%\n  among the best", "all", gold,
           100.0 * (double)found / (double)MAX(gold, 1));
    for (int c = 0; c < N_CUTS; c++)
        printf(" %d: %.2f %%", cuts[c], 100.0 * (double)s->within[c] / (double)MAX(gold, 1));
    printf("; within %d sub-words: %.2f %% (all candidates: %.1f sub-words)\n", TOKEN_BUDGET,
           100.0 * (double)s->in_budget / (double)MAX(gold, 1), (double)s->tokens / n);
}

int main(int argc, char **argv)
{
    static struct bench b;
    struct arena arena = {0};
    struct error err = {0};
    if (argc < 4) {
        fprintf(stderr, "usage: candidate_recall DATASET DIR SPLIT [missed] [parsed]\n");
        return 2;
    }
    if (dataset_read(&arena, argv[1], argv[2], argv[3], NULL, &b.data, &err) != ST_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 3;
    }
    for (int i = 4; i < argc; i++) {
        b.show |= strcmp(argv[i], "missed") == 0;
        b.parsed |= strcmp(argv[i], "parsed") == 0;
    }
    const char *vocab = getenv("ASTORMER_BERT_VOCAB");
    if (vocab && vocab_read(&arena, vocab, VOCAB_UNCASED, &b.vocab, &err) != ST_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 3;
    }
    make_jobs(&arena, &b);
    struct pool *pool = pool_new(2);
    pool_run(pool, b.n_jobs, run_job, &b);
    pool_free(pool);
    long *to = (long *)&b.scores[0], *from = (long *)&b.scores[1];
    for (size_t i = 0; i < offsetof(struct score, seconds) / sizeof *to; i++)
        to[i] += from[i];
    b.scores[0].seconds += b.scores[1].seconds;
    print_score(argv[1], &b.scores[0]);
    arena_release(&arena);
    return 0;
}
