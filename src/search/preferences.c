/* preferences.c - what is not wrong but nobody means.
 *
 * The other constraints keep queries valid.  The rules here prefer the likely: lists without repeats,
 * values of whole words, the numbers of the question.  Each has a name, a switch
 * (search_options.without) and a count of how often it stands against a gold query of the training
 * data, measured with bench/gold_allowed; where there is nothing else to choose from none acts. */
#include "search/internal.h"

#include <math.h>
#include <string.h>

const struct search_preference search_preferences[N_PREFERENCES] = {
    [PREFER_NO_REPEATS] = {"repeats", "no list names a column twice, no column is bounded twice from "
                                      "one side",
                           "10 of Spider's 8,652 training queries, none of the corpus's 19,643"},
    [PREFER_WHOLE_WORDS] = {"words", "a value is made of whole words, as the question has them",
                            "2 and none of the same"},
    [PREFER_OWN_VALUES] = {"values", "a stored value is compared with a column that stores it; no "
                                     "list has a value twice", "15 (12 of them = 'null') and 1 of the same"},
    [PREFER_ONE_KIND] = {"kinds", "the number of one thing is not looked for among those of another",
                         "2 and 1 of the same"},
    [PREFER_AS_ASKED] = {"asked", "numbers and LIKE patterns are held against what the question "
                         "says", "changes 7 numbers of Spider's training queries"},
};

/* ---- repeats ------------------------------------------------------------------------------------- */

/* choices that make a query say the same thing twice.
 *
 * Orders that visit siblings at random meet them before they know what the others say, and a decoder
 * that is unsure of which sibling is which likes to repeat one.  No such choice is refused where
 * there is not enough else to choose from, so none leads into a dead end. */

/* Columns of the tables FROM will surely have, everyday: so many times. */
static int columns_in_reach(const struct partial *p, const struct partial_select *s, int instances)
{
    int n = 0;
    for (int t = 0; t < p->c->n_tables; t++)
        if (p->c->everyday ? source_instances(s, t, PARTIAL_TABLES) >= instances
                           : set_has(&s->needed, t))
            n += p->c->first[t + 1] - p->c->first[t];
    return n;
}

static int n_slots(const struct partial *p, int step)
{
    return p->c->grammar->rules[p->action[step].id].n_slots;
}

/* Everyday: of which instance of its table a unit is a column; 0: it is none. */
static int instance_of(const struct partial *p, int unit)
{
    enum constructor role = partial_role(p, unit);
    return role == CONS_COLUMN ? 1 : role == CONS_COLUMN_OF ? partial_number(p, unit) : 0;
}

/* The column of a plain unit, without aggregate, and of which instance; -1 for others. */
static int plain_column(const struct partial *p, int unit)
{
    int instance = instance_of(p, unit);
    int named = instance ? partial_child(p, unit, SLOT_COLUMN) : -1;
    if (unit < 0 || partial_role(p, unit) != CONS_UNARY)
        return named < 0 ? -1 : p->action[named].id + instance * p->c->schema->n_columns;
    int agg = partial_child(p, unit, SLOT_AGGREGATE), column = partial_child(p, unit, SLOT_COLUMN);
    return agg >= 0 && column >= 0 && p->role[agg] == CONS_NO_AGGREGATE ? p->action[column].id : -1;
}

/* GROUP BY: its columns are leaves of the rule itself. */
static int grouped_column(const struct partial *p, int step)
{
    return step >= 0 && p->action[step].kind == ACTION_COLUMN ? p->action[step].id : -1;
}

/* "x > 5" of a WHERE as a number: the column, and whether it bounds from below; -1 for others. */
static int bound(const struct partial *p, int condition)
{
    if (condition < 0 || partial_role(p, condition) != CONS_COMPARE ||
        p->place[condition] != PLACE_WHERE)
        return -1;
    int unit = partial_child(p, condition, SLOT_UNIT), op = partial_child(p, condition, SLOT_OPERATOR);
    int value = partial_child(p, condition, SLOT_VALUE);
    if (partial_role(p, unit) != CONS_UNARY || op < 0 || partial_role(p, value) != CONS_LITERAL_VALUE)
        return -1;
    int column = partial_child(p, unit, SLOT_COLUMN);
    bool below = p->role[op] == CONS_GREATER || p->role[op] == CONS_GREATER_EQUAL;
    bool above = p->role[op] == CONS_LESS || p->role[op] == CONS_LESS_EQUAL;
    return column >= 0 && (below || above) ? 2 * p->action[column].id + below : -1;
}

/* Does a sibling say what this one does? */
static bool has_twin(const struct partial *p, int step,
                     int (*says)(const struct partial *p, int step))
{
    int list = p->parent[step], what = says(p, step);
    const struct partial_select *s = &p->selects[p->select[step]];
    if (what < 0 || columns_in_reach(p, s, MAX(instance_of(p, step), 1)) < n_slots(p, list))
        return false;
    for (int i = 0; i < n_slots(p, list); i++) {
        int other = p->children[p->child[list] + i];
        if (other != step && says(p, other) == what)
            return true;
    }
    return false;
}

bool partial_repeats(const struct partial *p, int step)
{
    int parent = p->parent[step];
    if (p->c->without >> PREFER_NO_REPEATS & 1)
        return false;
    if (p->select[step] < 0 || p->selects[p->select[step]].derived || parent < 0)
        return false;
    bool column = p->action[step].kind == ACTION_COLUMN;
    if (p->c->everyday) { /* a class may be wanted that few columns are of: not there */
        enum constructor above = partial_role(p, p->parent[parent]);
        bool list = is_select(p, p->parent[parent]) || above == CONS_GROUP ||
                    above == CONS_GROUP_HAVING;
        return column && list && instance_of(p, parent) &&
               p->want[parent] == VALUE_ANY && has_twin(p, parent, plain_column);
    }
    if (column && partial_role(p, parent) == CONS_GROUP_BY)
        return has_twin(p, step, grouped_column);
    if (p->role[step] == CONS_NO_AGGREGATE || (column && partial_role(p, parent) == CONS_UNARY)) {
        int above = p->parent[parent];
        /* in the training queries of Spider ten lists name a column twice, all by mistake */
        if (partial_role(p, above) == CONS_SELECT_LIST)
            return has_twin(p, parent, plain_column);
        return column && partial_role(p, above) == CONS_COMPARE && p->parent[above] >= 0 &&
               has_twin(p, above, bound);
    }
    if (!column && p->c->part[p->action[step].id] == NODE_OPERATOR && p->parent[parent] >= 0)
        return has_twin(p, parent, bound);
    return false;
}

/* ---- values and kinds ---------------------------------------------------------------------------- */

/* what is compared with what.
 *
 * A value that was found in a column is that column's: `result = 'Italian Game'`, where openings are
 * kept in a column of their own, can only be wrong.  Columns that are declared to number the things
 * of different tables have no number in common but by chance (names, such as a state's, may well be). */

static bool is_of_column(const struct model_value *v, int column)
{
    for (int i = 0; i < v->n_columns; i++)
        if (v->columns[i] == column)
            return true;
    return false;
}

/* The condition that a literal at this step is an operand of, or -1. */
static int condition_of(const struct partial *p, int step)
{
    int above = p->parent[step];
    if (partial_role(p, above) == CONS_LITERAL)
        above = p->parent[above];
    return above >= 0 && p->c->part[p->action[above].id] == NODE_CONDITION ? above : -1;
}

/* The column that a unit names and nothing else, or -1. */
static int named_column(const struct partial *p, int unit)
{
    int column = unit < 0 || (partial_role(p, unit) != CONS_COLUMN &&
                              partial_role(p, unit) != CONS_COLUMN_OF)
                     ? -1 : partial_child(p, unit, SLOT_COLUMN);
    return column < 0 ? -1 : p->action[column].id;
}

static bool is_in_list(const struct partial *p, int list, int step)
{
    for (int i = 0; i < n_slots(p, list); i++) {
        int other = p->children[p->child[list] + i];
        if (other >= 0 && other != step && p->action[other].kind == ACTION_VALUE &&
            p->action[other].id == p->action[step].id)
            return true;
    }
    return false;
}

bool value_is_elsewhere(const struct partial *p, int step, bool (*fits)(const struct partial *, int, int))
{
    const struct constraints *c = p->c;
    int condition = condition_of(p, step);
    if (c->without >> PREFER_OWN_VALUES & 1 || condition < 0)
        return false;
    int column = named_column(p, partial_child(p, condition, SLOT_UNIT)), fitting = 0, own = 0;
    const struct model_value *v = &c->found[p->action[step].id];
    bool twice = p->parent[step] == condition && is_in_list(p, condition, step);
    bool stranger = column >= 0 && v->stored && !is_of_column(v, column);
    for (int i = 0; (twice || stranger) && i < c->values.n; i++)
        if (fits(p, step, i)) {
            fitting++;
            own += column >= 0 && is_of_column(&c->found[i], column);
        }
    return (twice && fitting >= n_slots(p, condition)) || (stranger && own > 0);
}

bool column_is_of_other_kind(const struct partial *p, int step)
{
    const struct constraints *c = p->c;
    int unit = p->parent[step], select = p->parent[unit];
    if (c->without >> PREFER_ONE_KIND & 1 || !is_select(p, select))
        return false;
    int in = p->parent[p->parent[select]];
    if (partial_role(p, in) != CONS_IN_QUERY && partial_role(p, in) != CONS_NOT_IN_QUERY)
        return false;
    int sought = named_column(p, partial_child(p, in, SLOT_UNIT)), found = named_column(p, unit);
    return sought >= 0 && found >= 0 && c->number_of[sought] && c->number_of[found] &&
           c->number_of[sought] != c->number_of[found] && c->name_id[sought] != c->name_id[found] &&
           c->schema->columns[sought].type == COLUMN_NUMBER && !schema_joins(c->schema, sought, found);
}

/* ---- words --------------------------------------------------------------------------------------- */

/* a value is made of whole words.
 *
 * The generator writes values sub-word by sub-word and may start on one word of the question and go
 * on with the end of another ("fulmar", "razorbill" -> "fubill"), or stop too early ("falm" for
 * "falmouth").  A word that starts like one of the question must go on and end like a word of the
 * question, or of the names and stored values shown beside it.  Words that start like none of the
 * question's are free: "F" for "women", "1" for "one".
 *
 * In the same way a value of several words may not jump within the question ("Call of Destiny",
 * "Works of Widenius" -> "works of destiny"): what stands there goes on as it does there, or ends,
 * or goes on with a word that is not in the question. */

/* Letters of an inflected word that a value may do without: "italian" for "italians". */
enum { MAX_ENDING = 2 };

static bool continues(const struct vocab *vocab, int id)
{
    struct slice piece = vocab->pieces[id];
    return piece.n > 2 && piece.s[0] == '#' && piece.s[1] == '#';
}

/* How many letters of the word at `at` follow its first n sub-words. */
static size_t letters_left(const struct constraints *c, int at, int n)
{
    size_t left = 0;
    for (int i = at + n; i < c->n_tokens && continues(c->vocab, c->tokens[i]); i++)
        left += c->vocab->pieces[c->tokens[i]].n - 2;
    return left;
}

static bool starts_with(const struct constraints *c, int at, const int *word, int n)
{
    for (int i = 0; i < n; i++)
        if (at + i >= c->n_tokens || c->tokens[at + i] != word[i])
            return false;
    return true;
}

/* May a value hold this word (as far as it is written), or, if it ends here, all of it? */
static bool word_fits(const struct constraints *c, const int *word, int n, bool ends)
{
    bool asked = false;
    for (int at = 0; at < c->n_tokens; at++) {
        if (c->tokens[at] != word[0])
            continue;
        if (starts_with(c, at, word, n) && (!ends || letters_left(c, at, n) <= MAX_ENDING))
            return true;
        asked = asked || at < c->n_question;
    }
    return !asked;
}

/* May this word follow the words before it? */
static bool phrase_fits(const struct constraints *c, const int *value, int n, int next)
{
    bool stands = false, asked = false;
    for (int at = 0; at < c->n_tokens; at++) {
        asked = asked || (at < c->n_question && c->tokens[at] == next);
        if (!starts_with(c, at, value, n))
            continue;
        stands = true;
        if (at + n < c->n_tokens && c->tokens[at + n] == next)
            return true;
    }
    return !stands || !asked;
}

bool words_allow(const struct constraints *c, const int *value, int n, int next)
{
    bool goes_on = next != c->eos && continues(c->vocab, next);
    int word[MAX_VALUE_TOKENS + 1], start = n - 1, length = 0;
    if (n == 0 || c->without >> PREFER_WHOLE_WORDS & 1)
        return true;
    while (start > 0 && continues(c->vocab, value[start]))
        start--;
    for (int i = start; i < n; i++)
        word[length++] = value[i];
    if (goes_on)
        word[length++] = next;
    if (!word_fits(c, word, length, !goes_on))
        return false;
    return goes_on || next == c->eos || phrase_fits(c, value, n, next);
}

/* ---- numbers ------------------------------------------------------------------------------------- */

/* which number of the question a number of the query stands for.
 *
 * A decoder that learnt "count(*) >= 2" a hundred times writes 2 where the question says "five".
 * If the question has one number the query does not use, and the query has one the question does
 * not contain, the first is meant.  By a rough count 91 % of the numbers in Spider's 8,659 training
 * queries stand in the question, and this rule would change 7 of the others: six in queries that
 * contradict their question, and the 2016 of one that says '16. */

bool numbers_has(const struct asked_numbers *a, double value)
{
    for (int i = 0; i < a->n; i++)
        if (a->v[i].value == value)
            return true;
    return false;
}

void numbers_read(struct asked_numbers *to, const struct question *q)
{
    *to = (struct asked_numbers){0};
    for (int i = 0; i < q->words.n; i++) {
        const struct word *w = &q->words.v[i];
        double value = w->value;
        if (w->kind != WORD_NUMBER &&
            (w->kind != WORD_PLAIN || !text_number_word(w->folded.s, w->folded.n, &value)))
            continue;
        if (to->n == COUNT_OF(to->v)) { /* among so many, which one is meant is anybody's guess */
            to->n = 0;
            return;
        }
        to->v[to->n++] = (struct asked_number){.value = value, .current = q->word_turn[i] == 0};
    }
}

void numbers_use(struct asked_numbers *a, const char *text)
{
    struct arena scratch = {0};
    struct words words = words_split(&scratch, text, strlen(text));
    for (int i = 0; i < words.n; i++) {
        const struct word *w = &words.v[i];
        double value = w->value;
        if (w->kind != WORD_NUMBER && !text_number_word(w->folded.s, w->folded.n, &value))
            continue;
        for (int k = 0; k < a->n; k++)
            a->v[k].used |= a->v[k].value == value;
    }
    arena_release(&scratch);
}

double numbers_meant(const struct asked_numbers *a, double predicted)
{
    if (numbers_has(a, predicted))
        return predicted;
    if (numbers_has(a, -predicted)) /* its sign was lost on the way */
        return -predicted;
    double only = NAN;
    for (int i = 0; i < a->n; i++) {
        const struct asked_number *x = &a->v[i];
        if (x->used || !x->current || x->value == only)
            continue;
        if (!isnan(only))
            return predicted;
        only = x->value;
    }
    /* 0 and 1 also mean no and yes, "one" is a pronoun, and "more than 3" may be put as >= 4 */
    bool doubtful = isnan(only) || predicted == 0 || predicted == 1 || only == 1 ||
                    fabs(predicted - only) <= 1;
    return doubtful ? predicted : only;
}
