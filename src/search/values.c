/* values.c - decoded words back to literals as a person would have written them (MODEL.md 6).
 *
 * The decoder emits lower-case sub-words.  What they stand for is decided by the column they are
 * compared with: a number, a date, a yes/no mark, a stored value, or words of the question, which
 * keep the user's spelling.  Stored values win over the question's spelling when they are the same
 * but for case, accents and punctuation, or nearly so. */
#include "search/internal.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

struct restoring {
    struct arena *arena;
    const struct model_question *question;
    struct search_value *values;
    int n_values, capacity;
    struct asked_numbers numbers;
    bool repair;
    bool reading; /* a first pass: which numbers of the question are used */
};

static const double CELL_SIMILARITY = 0.85;

/* ---- small text tools -------------------------------------------------------------------------- */

static char *without(struct arena *arena, const char *text, const char *dropped)
{
    char *out = arena_strdup(arena, text), *to = out;
    for (const char *c = text; *c; c++)
        if (!strchr(dropped, *c))
            *to++ = *c;
    *to = '\0';
    return out;
}

static bool glues(char c)
{
    return strchr("-:/.'&@#_+%", c) != NULL && c != '\0';
}

/* "2014 - 05 - 06" -> "2014-05-06", "o ' brien" -> "o'brien": sub-word marks lost their spacing. */
static char *squeeze(struct arena *arena, const char *text)
{
    char *out = arena_strdup(arena, text), *to = out;
    for (const char *c = text; *c; c++) {
        bool space = *c == ' ';
        if (space && (glues(c[1]) || (c > text && glues(c[-1]))))
            continue;
        *to++ = *c;
    }
    *to = '\0';
    return out;
}

/* The question's own spelling of the words, or NULL. */
static const char *as_asked(struct restoring *r, const char *text)
{
    const struct question *q = &r->question->question;
    uint32_t start, end;
    if (!text_find_span(q->text, strlen(q->text), text, &start, &end))
        return NULL;
    return arena_strndup(r->arena, q->text + start, end - start);
}

/* ---- one value ------------------------------------------------------------------------------------ */

static void remember(struct restoring *r, int column, const char *predicted, const char *written,
                     bool from_cell, bool from_question)
{
    const struct value_list *choices = &r->question->choices;
    int at = value_list_find(choices, (struct literal){LITERAL_TEXT, predicted});
    *ARENA_PUSH(r->arena, r->values, r->n_values, r->capacity) =
        (struct search_value){column, predicted, written, from_cell, from_question,
                              at < 0 ? NULL : &r->question->values[at]};
}

static struct literal number_or_text(struct restoring *r, const char *text, bool numeric)
{
    const char *digits = without(r->arena, text, ", '\"");
    double value, meant;
    if (sql_is_number(digits)) {
        /* what was pointed at is what was meant */
        bool doubtful = r->repair && r->question->choices.n == 0;
        bool read = doubtful && numeric && text_number(digits, strlen(digits), &value);
        meant = read ? numbers_meant(&r->numbers, value) : 0;
        if (read && meant != value)
            digits = arena_printf(r->arena, "%.15g", meant);
        return (struct literal){LITERAL_NUMBER, digits};
    }
    if (numeric && text_number_word(text, strlen(text), &value))
        return (struct literal){LITERAL_NUMBER, arena_printf(r->arena, "%.0f", value)};
    return (struct literal){LITERAL_TEXT, text};
}

/* Yes/no columns: the stored cell that means the same. */
static const char *boolean_cell(struct restoring *r, int column, const char *text)
{
    static const char *const yes[] = {"1", "y", "yes", "t", "true"};
    static const char *const no[] = {"0", "n", "no", "f", "false"};
    const struct value_index *index = r->question->database->ground->index;
    int wanted = -1;
    for (int i = 0; i < COUNT_OF(yes); i++)
        wanted = equal_nocase(text, yes[i]) ? 1 : equal_nocase(text, no[i]) ? 0 : wanted;
    if (wanted < 0 || !index)
        return NULL;
    struct value_column cells = value_index_column(index, column);
    for (long e = cells.first; e < cells.first + MIN(cells.n, 8); e++) {
        struct slice cell = value_index_cell(index, e);
        for (int i = 0; i < COUNT_OF(yes); i++)
            if (slice_equal_nocase(cell, wanted ? yes[i] : no[i]))
                return arena_strndup(r->arena, cell.s, cell.n);
    }
    return NULL;
}

static bool has_digit(const char *text)
{
    return strpbrk(text, "0123456789") != NULL;
}

static const char *stored_cell(struct restoring *r, int column, const char *text)
{
    const struct value_index *index = r->question->database->ground->index;
    if (!index)
        return NULL;
    double similarity;
    struct slice cell = value_index_best(index, column, text, &similarity);
    /* digits must be exactly right: "flight 12" is not "flight 13" */
    double wanted = has_digit(text) ? 0.9999 : CELL_SIMILARITY;
    return cell.n > 0 && similarity >= wanted ? arena_strndup(r->arena, cell.s, cell.n) : NULL;
}

static void restore_text(struct restoring *r, int column, struct literal *literal)
{
    const char *predicted = literal->text, *text = squeeze(r->arena, predicted);
    const struct column *c = &r->question->database->ground->schema.columns[column];
    const char *cell = c->type == COLUMN_BOOLEAN ? boolean_cell(r, column, text) : NULL;
    if (!cell)
        cell = stored_cell(r, column, predicted);
    const char *asked = cell ? NULL : as_asked(r, predicted);
    literal->kind = LITERAL_TEXT;
    literal->text = cell ? cell : asked ? asked : text;
    remember(r, column, predicted, literal->text, cell != NULL, asked != NULL);
}

/* Does the question say "starts with" or "begins with the letter" right before these words? */
static bool begins_with(const struct restoring *r, const char *middle)
{
    enum { NEAR = 4 };
    const struct question *q = &r->question->question;
    size_t n = strlen(middle);
    for (int i = 0; i < q->words.n && n > 0; i++) {
        struct slice stem = q->words.v[i].stem;
        if (!slice_equal(stem, "start") && !slice_equal(stem, "begin"))
            continue;
        for (int k = i + 1, near = 0; k < q->words.n && near < NEAR; k++) {
            const struct word *w = &q->words.v[k];
            if (strncasecmp(q->text + w->start, middle, n) == 0)
                return true;
            near += w->kind != WORD_PUNCT;
        }
    }
    return false;
}

/* LIKE: the pattern's marks stay at the ends, its inside gets the question's spelling. */
static void restore_pattern(struct restoring *r, int column, struct literal *literal)
{
    const char *predicted = literal->text, *inside = predicted;
    size_t n = strlen(inside);
    while (n > 0 && inside[n - 1] == ' ')
        n--;
    bool head = inside[0] == '%', tail = n > 0 && inside[n - 1] == '%';
    inside += head;
    n -= (size_t)head;
    n -= (size_t)(tail && n > 0);
    while (n > 0 && inside[0] == ' ') {
        inside++;
        n--;
    }
    while (n > 0 && inside[n - 1] == ' ')
        n--;
    const char *middle = arena_strndup(r->arena, inside, n), *asked = as_asked(r, middle);
    if (!head && !tail)
        head = tail = true;
    if (r->repair && begins_with(r, middle))
        head = false;
    literal->kind = LITERAL_TEXT;
    literal->text = arena_printf(r->arena, "%s%s%s", head ? "%" : "",
                                 asked ? asked : squeeze(r->arena, middle), tail ? "%" : "");
    remember(r, column, predicted, literal->text, false, asked != NULL);
}

static bool is_numeric_side(const struct schema *schema, const struct expr *e)
{
    bool counts = e->kind == EXPR_FUNCTION &&
                  (e->op == FN_ABS || e->op == FN_ROUND || e->op == FN_LENGTH);
    if (e->kind == EXPR_ARITHMETIC || e->kind == EXPR_RATIO || e->kind == EXPR_DATE_DIFF || counts ||
        (e->kind == EXPR_DATE_PART && e->number) || (e->kind == EXPR_CAST && e->op != CAST_TEXT))
        return true;
    if (e->kind == EXPR_AGGREGATE)
        return e->op == AGG_COUNT || e->op == AGG_SUM || e->op == AGG_AVG ||
               is_numeric_side(schema, e->args[0]);
    return e->kind == EXPR_COLUMN && schema->columns[e->ref.column].type == COLUMN_NUMBER;
}

/* What is text whatever it looks like: '03' of a date is no number to SQLite. */
static bool is_text_side(const struct expr *e)
{
    return (e->kind == EXPR_DATE_PART && !e->number) || (e->kind == EXPR_CAST && e->op == CAST_TEXT) ||
           (e->kind == EXPR_FUNCTION && e->op >= FN_UPPER && e->op <= FN_CONCAT);
}

/* The month 3 is written 03. */
static void restore_part(struct restoring *r, const struct expr *side, struct literal *literal)
{
    const char *predicted = literal->text, *text = squeeze(r->arena, predicted);
    bool padded = side->kind == EXPR_DATE_PART &&
                  (side->op == PART_MONTH || side->op == PART_DAY || side->op == PART_HOUR ||
                   side->op == PART_WEEK);
    const char *asked = as_asked(r, predicted);
    if (padded && text[0] >= '0' && text[0] <= '9' && text[1] == '\0')
        text = arena_printf(r->arena, "0%s", text);
    else if (asked && side->kind != EXPR_DATE_PART)
        text = asked;
    *literal = (struct literal){LITERAL_TEXT, text};
    remember(r, expr_principal_column(side), predicted, text, false, asked != NULL);
}

static void restore_literal(struct restoring *r, const struct expr *side, enum compare op,
                            struct literal *literal)
{
    const struct schema *schema = &r->question->database->ground->schema;
    int column = expr_principal_column(side);
    if (literal->kind == LITERAL_NULL || literal->kind > LITERAL_TEXT || !literal->text)
        return; /* a date is what it says */
    if (r->reading) {
        numbers_use(&r->numbers, literal->text);
        return;
    }
    if (op == CMP_LIKE || op == CMP_NOT_LIKE) {
        restore_pattern(r, column, literal);
        return;
    }
    if (is_text_side(side)) {
        restore_part(r, side, literal);
        return;
    }
    bool numeric = is_numeric_side(schema, side);
    struct literal number = number_or_text(r, literal->text, numeric);
    if (number.kind == LITERAL_NUMBER &&
        (numeric || column == 0 || !stored_cell(r, column, number.text))) {
        bool text = column > 0 && side->kind == EXPR_COLUMN &&
                    db_affinity_of(schema->columns[column].decl_type) == DB_AFFINITY_TEXT;
        remember(r, column, literal->text, number.text, false, false);
        *literal = (struct literal){text ? LITERAL_TEXT : LITERAL_NUMBER, number.text};
        return;
    }
    if (column > 0)
        restore_text(r, column, literal);
}

/* ---- all of them --------------------------------------------------------------------------------------- */

/* "between -50 and 50" copied without the sign: nobody asks for between 50 and 50. */
static void lower_bound(struct restoring *r, struct expr *between)
{
    const struct literal *high = &between->args[2]->literal;
    struct literal *low = &between->args[1]->literal;
    bool literals = between->args[1]->kind == EXPR_LITERAL && between->args[2]->kind == EXPR_LITERAL;
    double value;
    if (literals && low->text && high->text && strcmp(low->text, high->text) == 0 &&
        text_number(low->text, strlen(low->text), &value) && value > 0 &&
        numbers_has(&r->numbers, -value))
        low->text = arena_printf(r->arena, "-%s", low->text);
}

static enum walk restore_expr(struct walker *w, struct expr *e)
{
    struct restoring *r = w->data;
    if (e->kind != EXPR_COMPARE && e->kind != EXPR_BETWEEN)
        return WALK_ON;
    if (e->kind == EXPR_BETWEEN && r->repair && !r->reading)
        lower_bound(r, e);
    enum compare op = e->kind == EXPR_COMPARE ? (enum compare)e->op : CMP_EQ;
    for (int i = 1; i < e->n_args; i++) {
        struct expr *value = e->args[i];
        if (value->kind == EXPR_LITERAL)
            restore_literal(r, e->args[0], op, &value->literal);
        for (int k = 0; value->kind == EXPR_LIST && k < value->n_args; k++)
            if (value->args[k]->kind == EXPR_LITERAL)
                restore_literal(r, e->args[0], op, &value->args[k]->literal);
    }
    return WALK_ON;
}

static enum walk restore_limit(struct walker *w, struct query *q)
{
    struct restoring *r = w->data;
    if (r->reading && q->limit)
        numbers_use(&r->numbers, q->limit);
    return WALK_ON;
}

void values_restore(struct arena *arena, const struct model_question *question, bool repair,
                    struct query *query, struct search_value **values, int *n_values)
{
    struct restoring r = {.arena = arena, .question = question, .repair = repair};
    struct walker w = {.query = restore_limit, .expr = restore_expr, .data = &r};
    numbers_read(&r.numbers, &question->question);
    for (int pass = 0; pass < 2; pass++) {
        r.reading = pass == 0;
        walk_query(&w, query);
    }
    *values = r.values;
    *n_values = r.n_values;
}
