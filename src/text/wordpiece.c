/* wordpiece.c - BERT's tokenizer: clean, split, WordPiece; and back to text.
 *
 * The steps are those of BERT's BasicTokenizer and WordpieceTokenizer:
 *   1. drop NUL, U+FFFD and control characters; white space becomes a break;
 *   2. an ideograph is a word of its own;
 *   3. uncased: lower case, canonical decomposition, non-spacing marks dropped;
 *   4. every punctuation character is a word of its own;
 *   5. each word greedily into the longest pieces of the vocabulary, the whole word [UNK] if
 *      some rest has none or it is longer than WORDPIECE_MAX_CHARS characters.
 * Every character carries the bytes it came from through all of them. */
#include "text/internal.h"

#include <string.h>

/* ---- vocabulary ------------------------------------------------------------------------------ */

static bool is_continuation(struct slice piece)
{
    return piece.n > 2 && piece.s[0] == '#' && piece.s[1] == '#';
}

static int special_id(const struct vocab *vocab, const char *name)
{
    return map_get(&vocab->starts, name, strlen(name), -1);
}

static enum status find_specials(struct vocab *vocab, const char *name, struct error *err)
{
    vocab->pad = special_id(vocab, "[PAD]");
    vocab->unk = special_id(vocab, "[UNK]");
    vocab->cls = special_id(vocab, "[CLS]");
    vocab->sep = special_id(vocab, "[SEP]");
    vocab->mask = special_id(vocab, "[MASK]");
    const char *missing = vocab->unk < 0   ? "[UNK]"
                          : vocab->cls < 0 ? "[CLS]"
                          : vocab->sep < 0 ? "[SEP]"
                                           : NULL;
    if (missing)
        return fail(err, ST_INPUT, "%s: no line '%s', so it is not a WordPiece vocabulary", name,
                    missing);
    return ST_OK;
}

/* The next line of a text, without its end; false after the last. */
static bool next_line(struct slice *rest, struct slice *line)
{
    if (rest->n == 0)
        return false;
    const char *end = memchr(rest->s, '\n', rest->n);
    size_t n = end ? (size_t)(end - rest->s) : rest->n, skip = end ? n + 1 : n;
    *line = (struct slice){rest->s, n > 0 && rest->s[n - 1] == '\r' ? n - 1 : n};
    rest->s += skip;
    rest->n -= skip;
    return true;
}

static int count_lines(struct slice text, int limit)
{
    struct slice line;
    int n = 0;
    while (n <= limit && next_line(&text, &line))
        n++;
    return n;
}

enum status vocab_parse(struct arena *arena, struct slice text, const char *name,
                        enum vocab_case letter_case, struct vocab *out, struct error *err)
{
    *out = (struct vocab){.starts = map_in(arena), .continuations = map_in(arena),
                          .letter_case = letter_case};
    struct slice line;
    int n = count_lines(text, VOCAB_MAX_PIECES);
    if (n > VOCAB_MAX_PIECES)
        return fail(err, ST_LIMIT, "%s: more than %d lines", name, VOCAB_MAX_PIECES);
    out->pieces = ARENA_ARRAY(arena, struct slice, MAX(n, 1));
    map_reserve(&out->starts, n);
    while (next_line(&text, &line)) {
        int id = out->n_pieces++;
        bool continues = is_continuation(line);
        struct slice key = continues ? (struct slice){line.s + 2, line.n - 2} : line;
        out->pieces[id] = line;
        if (key.n)
            map_put_borrowed(continues ? &out->continuations : &out->starts, key.s, key.n, id);
        out->longest = MAX(out->longest, (int)MIN(key.n, (size_t)WORDPIECE_MAX_CHARS * 4));
    }
    return find_specials(out, name, err);
}

enum status vocab_read(struct arena *arena, const char *path, enum vocab_case letter_case,
                       struct vocab *out, struct error *err)
{
    struct slice text;
    enum status st = file_read(arena, path, VOCAB_MAX_BYTES, &text, err);
    return st == ST_OK ? vocab_parse(arena, text, path, letter_case, out, err) : st;
}

/* ---- characters ------------------------------------------------------------------------------ */

struct glyphs {
    struct glyph *v;
    int n, capacity;
};

/* Category C is dropped whole, as Hugging Face does; \t \n \r are white space before that. */
static bool is_dropped(int32_t c)
{
    if (c < 0x80)
        return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
    utf8proc_category_t category = utf8proc_category(c);
    return c == 0xFFFD || category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_CF ||
           category == UTF8PROC_CATEGORY_CN || category == UTF8PROC_CATEGORY_CO ||
           category == UTF8PROC_CATEGORY_CS;
}

static bool is_break(int32_t c)
{
    if (c < 0x80)
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    utf8proc_category_t category = utf8proc_category(c);
    return category == UTF8PROC_CATEGORY_ZS || category == UTF8PROC_CATEGORY_ZL ||
           category == UTF8PROC_CATEGORY_ZP;
}

/* All ASCII that is neither letter nor digit counts, also where Unicode says symbol. */
static bool is_punctuation(int32_t c)
{
    if (c < 0x80)
        return c > 0x20 && char_class_of(c) == CHAR_MARK;
    switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_PC:
    case UTF8PROC_CATEGORY_PD:
    case UTF8PROC_CATEGORY_PS:
    case UTF8PROC_CATEGORY_PE:
    case UTF8PROC_CATEGORY_PI:
    case UTF8PROC_CATEGORY_PF:
    case UTF8PROC_CATEGORY_PO:
        return true;
    default:
        return false;
    }
}

#define BREAK (-1) /* a glyph between words */

static void add_glyph(struct arena *arena, struct glyphs *to, int32_t c, struct glyph like)
{
    like.c = c;
    *ARENA_PUSH(arena, to->v, to->n, to->capacity) = like;
}

static bool is_mark(int32_t c)
{
    return c >= 0x300 && utf8proc_category(c) == UTF8PROC_CATEGORY_MN;
}

/* Adds the canonical decomposition.  Marks stay for now: their order may still change. */
static void add_decomposed(struct arena *arena, struct glyphs *to, int32_t c, struct glyph like)
{
    int32_t parts[FOLD_MAX];
    int boundary = 0;
    utf8proc_ssize_t n =
        c < 0x80 ? 0 : utf8proc_decompose_char(c, parts, FOLD_MAX, UTF8PROC_DECOMPOSE, &boundary);
    if (n <= 0 || n > FOLD_MAX) {
        add_glyph(arena, to, c, like);
        return;
    }
    for (int i = 0; i < (int)n; i++)
        add_glyph(arena, to, parts[i], like);
}

/* Steps 1 and 2, and the decomposition of step 3. */
static struct glyphs read_glyphs(struct arena *arena, enum vocab_case letter_case,
                                 const char *text, size_t n)
{
    struct glyphs out = {0};
    int32_t c;
    for (size_t at = 0; at < n;) {
        uint32_t start = (uint32_t)at;
        at += (size_t)utf8_decode(text + at, n - at, &c);
        struct glyph like = {.start = start, .end = (uint32_t)at, .alone = text_is_han(c)};
        if (c == 0 || is_dropped(c))
            continue;
        if (is_break(c))
            add_glyph(arena, &out, BREAK, like);
        else if (letter_case == VOCAB_UNCASED)
            add_decomposed(arena, &out, c, like);
        else
            add_glyph(arena, &out, c, like);
    }
    return out;
}

static int combining_class(int32_t c)
{
    return c < 0x300 ? 0 : utf8proc_get_property(c)->combining_class;
}

/* Canonical order: within a run of combining characters, sorted by class, stably. */
static void order_marks(struct glyphs *g)
{
    for (int i = 1; i < g->n; i++) {
        int class = combining_class(g->v[i].c);
        struct glyph moved = g->v[i];
        int k = i;
        /* a hostile run of marks is cut at 64 places, so that this stays linear */
        while (class && k > 0 && i - k < 64 && combining_class(g->v[k - 1].c) > class) {
            g->v[k] = g->v[k - 1];
            k--;
        }
        g->v[k] = moved;
    }
}

static bool is_cased(int32_t c)
{
    if (c < 0)
        return false;
    utf8proc_category_t category = utf8proc_category(c);
    return category == UTF8PROC_CATEGORY_LU || category == UTF8PROC_CATEGORY_LL ||
           category == UTF8PROC_CATEGORY_LT;
}

/* Lower case as Python's, whose one rule with context is that a capital sigma that ends a word
 * becomes a final one.  Other characters that case ignores between letters are not looked past. */
static void lower_glyphs(struct glyphs *g)
{
    for (int i = 0; i < g->n; i++) {
        int32_t c = g->v[i].c;
        if (c == 0x3A3) {
            bool ends = i > 0 && is_cased(g->v[i - 1].c) &&
                        !(i + 1 < g->n && is_cased(g->v[i + 1].c));
            g->v[i].c = ends ? 0x3C2 : 0x3C3;
        } else if (c >= 0) {
            g->v[i].c = utf8proc_tolower(c);
        }
    }
}

/* Drops the marks; the letter before takes over their bytes, so that ranges stay whole. */
static void strip_marks(struct glyphs *g)
{
    int kept = 0;
    for (int i = 0; i < g->n; i++) {
        if (g->v[i].c >= 0 && is_mark(g->v[i].c)) {
            if (kept > 0 && g->v[kept - 1].c >= 0 && g->v[i].end > g->v[kept - 1].end)
                g->v[kept - 1].end = g->v[i].end;
            continue;
        }
        g->v[kept++] = g->v[i];
    }
    g->n = kept;
}

/* ---- pieces ---------------------------------------------------------------------------------- */

struct piece_sink {
    struct arena *arena;
    const struct vocab *vocab;
    struct tokens tokens;
    int capacity;
};

static void add_token(struct piece_sink *sink, int id, const struct glyph *first,
                      const struct glyph *last, bool continues)
{
    *ARENA_PUSH(sink->arena, sink->tokens.v, sink->tokens.n, sink->capacity) =
        (struct token){.id = id, .start = first->start, .end = last->end, .continues = continues};
}

/* Greedy longest match first over one word of n characters. */
static void split_word(void *context, const struct glyph *word, int n)
{
    struct piece_sink *sink = context;
    const struct vocab *vocab = sink->vocab;
    char bytes[WORDPIECE_MAX_CHARS * 4];
    int offset[WORDPIECE_MAX_CHARS + 1];
    int first_token = sink->tokens.n;
    if (n > WORDPIECE_MAX_CHARS) {
        add_token(sink, vocab->unk, &word[0], &word[n - 1], false);
        return;
    }
    offset[0] = 0;
    for (int i = 0; i < n; i++)
        offset[i + 1] = offset[i] + (int)utf8proc_encode_char(
                                        word[i].c, (utf8proc_uint8_t *)bytes + offset[i]);
    for (int start = 0; start < n;) {
        const struct map *pieces = start ? &vocab->continuations : &vocab->starts;
        int end = n, id = -1;
        for (; end > start; end--) {
            int length = offset[end] - offset[start];
            if (length <= vocab->longest)
                id = map_get(pieces, bytes + offset[start], (size_t)length, -1);
            if (id >= 0)
                break;
        }
        if (id < 0) {
            sink->tokens.n = first_token;
            add_token(sink, vocab->unk, &word[0], &word[n - 1], false);
            return;
        }
        add_token(sink, id, &word[start], &word[end - 1], start > 0);
        start = end;
    }
}

void wordpiece_each_word(struct arena *arena, enum vocab_case letter_case, const char *text,
                         size_t n, word_visitor *visit, void *context)
{
    CHECK(n < INT32_MAX / 4);
    struct glyphs g = read_glyphs(arena, letter_case, text, n);
    if (letter_case == VOCAB_UNCASED) {
        order_marks(&g);
        strip_marks(&g);
        lower_glyphs(&g); /* after the marks, so that a final sigma sees its neighbours */
    }
    for (int i = 0; i < g.n;) {
        int end = i + 1;
        if (g.v[i].c == BREAK) {
            i++;
            continue;
        }
        bool single = g.v[i].alone || is_punctuation(g.v[i].c);
        while (!single && end < g.n && g.v[end].c != BREAK && !g.v[end].alone &&
               !is_punctuation(g.v[end].c))
            end++;
        visit(context, &g.v[i], end - i);
        i = end;
    }
}

struct tokens wordpiece_split(struct arena *arena, const struct vocab *vocab, const char *text,
                              size_t n)
{
    struct piece_sink sink = {.arena = arena, .vocab = vocab};
    wordpiece_each_word(arena, vocab->letter_case, text, n, split_word, &sink);
    return sink.tokens;
}

/* ---- and back -------------------------------------------------------------------------------- */

static bool touches_han(struct slice piece, bool at_end)
{
    int32_t c = 0;
    if (!at_end)
        utf8_decode(piece.s, piece.n, &c);
    for (size_t i = 0; at_end && i < piece.n;)
        i += (size_t)utf8_decode(piece.s + i, piece.n - i, &c);
    return text_is_han(c) || (c >= 0x3000 && c <= 0x303F) || (c >= 0xFF00 && c <= 0xFFEF);
}

char *wordpiece_join(struct arena *arena, const struct vocab *vocab, const int *ids, int n)
{
    struct strbuf out = strbuf_in(arena);
    bool after_han = false;
    for (int i = 0; i < n; i++) {
        CHECK(ids[i] >= 0 && ids[i] < vocab->n_pieces);
        struct slice piece = vocab->pieces[ids[i]];
        bool joins = is_continuation(piece);
        if (joins)
            piece = (struct slice){piece.s + 2, piece.n - 2};
        else if (out.n && !after_han && !touches_han(piece, false))
            strbuf_putc(&out, ' ');
        strbuf_add(&out, piece.s, piece.n);
        after_han = touches_han(piece, true);
    }
    return out.s ? out.s : arena_strdup(arena, "");
}
