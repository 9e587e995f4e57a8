/* cells.c - stored values that the question seems to mean, and the values of columns that hold only
 * a few.
 *
 * From strong to weak: cells that linking found; cells that say the same in other words
 * (same.def); cells that share an uncommon word with the question; and, whatever the question says,
 * the values of columns with few, those first whose words, table or column it mentions. */
#include "ground/internal.h"

#include <pthread.h>
#include <string.h>

#define CELL_SCORE 6.0
#define SAME_SCORE 5.5
#define SHARED_SCORE 3.5
#define CODE_SCORE 1.0
#define HITS_MAX 24
#define COMMON 24 /* a word of more cells than that tells nothing */

static const char *cell_text(struct gathering *g, struct slice cell)
{
    return arena_strndup(g->arena, cell.s, cell.n);
}

static void add_cell(struct gathering *g, struct slice cell, int column, int first_word,
                     int n_words, double score)
{
    if (cell.n == 0 || memchr(cell.s, '\0', cell.n))
        return;
    const char *text = cell_text(g, cell);
    gather_column(g, gather(g, text, GROUND_CELL, text, first_word, n_words, score), column);
}

/* A column's own links, and those of its table. */
static double spoken_of(const struct gathering *g, int column)
{
    int table = g->database->schema.columns[column].table;
    return g->column_score[column] + (table >= 0 ? g->table_score[table] : 0);
}

static void gather_linked(struct gathering *g)
{
    for (int c = 1; c < g->database->schema.n_columns; c++) {
        const struct link_cells *cells = &g->links->cells[c];
        for (int i = 0; i < cells->n; i++) {
            const struct link_cell *cell = &cells->v[i];
            double bonus = cell->kind == LINK_VALUE_EXACT ? 2 : MIN(cell->score, 1.0f);
            add_cell(g, cell->cell, c, cell->first_word, cell->n_words,
                     CELL_SCORE - 1.5 + bonus + 0.3 * g->column_score[c] - 0.1 * i);
        }
    }
}

/* ---- the same in other words ----------------------------------------------------------------- */

static const char *const groups[] = {
#define SAME(members) members,
#include "ground/same.def"
#undef SAME
};

static struct {
    struct arena arena;
    struct map members; /* spelling -> first of its entries + 1 */
    struct member {
        int group, next; /* next entry of the same spelling + 1, or 0 */
    } *v;
    int n, capacity;
} same;

static void same_prepare(void)
{
    same.members = map_in(&same.arena);
    same.n = 1;
    same.v = ARENA_ARRAY(&same.arena, struct member, same.capacity = 4096);
    for (int i = 0; i < COUNT_OF(groups); i++)
        for (const char *s = groups[i]; *s;) {
            size_t n = strcspn(s, "|");
            int first = map_put(&same.members, s, n, same.n);
            int at = same.n;
            *ARENA_PUSH(&same.arena, same.v, same.n, same.capacity) = (struct member){i, 0};
            while (first != at && same.v[first].next)
                first = same.v[first].next;
            if (first != at)
                same.v[first].next = at;
            s += n + (s[n] == '|');
        }
}

/* A short code is believed only where all values are short. */
static bool may_hold_code(const struct gathering *g, int column, size_t length)
{
    const struct ground_profile *p = &g->database->profiles[column];
    return length > 3 || (length > 1 ? p->length <= 3 || p->n_codes : p->length <= 1 || p->n_codes);
}

static void seek_member(struct gathering *g, const char *s, size_t n, int first, int n_words)
{
    struct words w = words_split(g->arena, s, n);
    struct value_hit hits[HITS_MAX];
    int found =
        value_index_find(g->database->index, w.v, w.n, VALUE_EXACT, 1, hits, HITS_MAX);
    for (int i = 0; i < found; i++)
        if (may_hold_code(g, hits[i].column, n))
            add_cell(g, hits[i].cell, hits[i].column, first, n_words,
                     SAME_SCORE + 0.5 * spoken_of(g, hits[i].column));
}

/* Up to three words that are a member of some group: all the others are sought. */
static void gather_same(struct gathering *g)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, same_prepare);
    const struct words *w = &g->question->words;
    char key[96];
    for (int i = 0; i < w->n; i++) {
        size_t length = 0;
        for (int n = 1; n <= 3 && i + n <= w->n; n++) {
            const struct word *x = &w->v[i + n - 1];
            if (x->kind != WORD_PLAIN || length + x->folded.n + 2 > sizeof key)
                break;
            if (n > 1)
                key[length++] = ' ';
            memcpy(key + length, x->folded.s, x->folded.n);
            length += x->folded.n;
            /* "us", "in" and "it" are countries in capitals only */
            if (length <= 3 && !x->upper && (x->stop || length <= 2))
                continue;
            for (int m = map_get(&same.members, key, length, 0); m; m = same.v[m].next)
                for (const char *s = groups[same.v[m].group]; *s;) {
                    size_t size = strcspn(s, "|");
                    if (size != length || memcmp(s, key, size) != 0)
                        seek_member(g, s, size, i, n);
                    s += size + (s[size] == '|');
                }
        }
    }
}

/* ---- shared words ---------------------------------------------------------------------------- */

/* Cells that contain an uncommon word of the question, or two words as one ("lucky spin"). */
static void seek_shared(struct gathering *g, const struct word *w, int n, int first, int n_words)
{
    struct value_hit hits[HITS_MAX];
    long frequency = n == 1 ? value_index_frequency(g->database->index, w->stem) : 1;
    if (frequency == 0 || frequency > COMMON)
        return;
    int found = value_index_find(g->database->index, w, n, VALUE_WORDS, 2, hits, HITS_MAX);
    for (int i = 0; i < found; i++)
        add_cell(g, hits[i].cell, hits[i].column, first, n_words,
                 SHARED_SCORE + 0.5 * n + hits[i].similarity + 0.7 * spoken_of(g, hits[i].column) -
                     0.05 * (double)frequency);
}

static void gather_shared(struct gathering *g)
{
    const struct words *w = &g->question->words;
    char joined[96];
    for (int i = 0; i < w->n; i++) {
        const struct word *x = &w->v[i];
        if (x->kind != WORD_PLAIN || x->stop || x->folded.n < 3)
            continue;
        seek_shared(g, x, 1, i, 1);
        const struct word *y = x + 1;
        if (i + 1 == w->n || y->kind != WORD_PLAIN || x->folded.n + y->folded.n > sizeof joined)
            continue;
        memcpy(joined, x->folded.s, x->folded.n);
        memcpy(joined + x->folded.n, y->folded.s, y->folded.n);
        struct words one = words_split(g->arena, joined, x->folded.n + y->folded.n);
        if (one.n == 1)
            seek_shared(g, one.v, 1, i, 2);
    }
}

/* "the 16 MHz crystal": three words that a cell has in another order. */
static void gather_shuffled(struct gathering *g)
{
    const struct words *w = &g->question->words;
    for (int n = 2; n <= 3; n++)
        for (int i = 0; i + n <= w->n; i++) {
            bool plain = true, content = false;
            for (int k = i; k < i + n; k++) {
                plain = plain && (w->v[k].kind == WORD_PLAIN || w->v[k].kind == WORD_NUMBER);
                content |= !w->v[k].stop && w->v[k].kind == WORD_PLAIN;
            }
            if (plain && content && !w->v[i].stop && !w->v[i + n - 1].stop)
                seek_shared(g, &w->v[i], n, i, n);
        }
}

void gather_cells(struct gathering *g)
{
    gather_linked(g);
    if (!g->database->index)
        return;
    gather_same(g);
    gather_shared(g);
    gather_shuffled(g);
}

/* ---- codes ----------------------------------------------------------------------------------- */

/* A list of choices repeats its values; names of a small table do not, unless the table is itself
 * a list of choices. */
static double choice_like(const struct ground_profile *p)
{
    double filled = (double)(p->rows - p->nulls);
    if (p->unique)
        return p->rows <= GROUND_FEW ? 0.5 : 0;
    return filled > 0 ? 1 - (double)p->distinct / filled : 0;
}

/* How much of a code the question has in words: 0..1.  A code that begins a word of the question
 * ("PROF", "A" for active) has a little of it. */
static double shared_words(const struct gathering *g, const struct ground_code *code, int *first)
{
    const struct words *w = &g->question->words;
    int found = 0;
    *first = -1;
    for (int k = 0; k < code->n_words; k++)
        for (int i = 0; i < w->n; i++)
            if (w->v[i].hash == code->words[k] && w->v[i].kind == WORD_PLAIN) {
                found++;
                *first = *first < 0 ? i : *first;
                break;
            }
    if (found)
        return (double)found / code->n_words;
    size_t n = strlen(code->text);
    for (int i = 0; i < w->n && n <= 8; i++)
        if (w->v[i].kind == WORD_PLAIN && !w->v[i].stop && w->v[i].folded.n > n &&
            slice_equal_nocase((struct slice){w->v[i].folded.s, n}, code->text))
            return n >= 3 ? 0.5 : 0.15;
    return 0;
}

static void gather_code(struct gathering *g, int column, const struct ground_code *code,
                        double score)
{
    int first;
    double shared = shared_words(g, code, &first);
    bool said = first >= 0;
    score += shared > 0 ? 1 + 2 * shared : 0;
    gather_column(g, gather(g, code->text, said ? GROUND_CELL : GROUND_CODE, code->shown, first,
                            said ? 1 : 0, score), column);
}

void gather_codes(struct gathering *g)
{
    const struct schema *s = &g->database->schema;
    for (int c = 1; c < s->n_columns; c++) {
        const struct ground_profile *p = &g->database->profiles[c];
        int table = s->columns[c].table;
        if (table < 0 || (p->n_codes == 0 && !p->yes) || (s->columns[c].primary && p->numeric))
            continue;
        double score = CODE_SCORE + 2 * g->column_score[c] + 1.5 * g->table_score[table] +
                       choice_like(p) - 0.03 * (double)p->distinct;
        if (p->yes) {
            gather_code(g, c, &(struct ground_code){.text = p->yes, .shown = p->yes}, score + 1);
            if (*p->no)
                gather_code(g, c, &(struct ground_code){.text = p->no, .shown = p->no}, score + 1);
            continue;
        }
        for (int i = 0; i < p->n_codes; i++)
            gather_code(g, c, &p->codes[i], score - (p->numeric ? 1 : 0));
    }
}
