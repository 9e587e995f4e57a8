/* text.h - from characters to words, stems, sub-words and back.
 *
 * Two views of the same text live side by side and both carry byte ranges into the original, so
 * that whatever is found in one can be shown in, or copied from, the text as the user spelt it:
 *
 *   words    what a person would call words.  Linking and the value index work on them: folded
 *            (lower case, accents stripped), stemmed, numbers read.
 *   tokens   WordPiece sub-words, exactly BERT's, which is what the model sees.
 *
 * Ranges are half open, in bytes, in text order; words do not overlap.  The text itself is never
 * copied and must outlive what points into it.  Input may be any bytes at all: what is not UTF-8
 * is dropped by WordPiece (as BERT drops U+FFFD) and read as Latin-1 by words, because a database
 * that holds such bytes usually holds Latin-1.
 *
 * Everything here is thread-safe: vocabularies and word lists are immutable once read. */
#ifndef ASTORMER_TEXT_H
#define ASTORMER_TEXT_H

#include "base/base.h"

/* ---- words ---------------------------------------------------------------------------- */

enum word_kind {
    WORD_PLAIN,
    WORD_NUMBER, /* 12, 1,000, 3.5, -2: value is set; folded has no thousands separators */
    WORD_DATE,   /* 2014-05-06, 12/31/1999, 10:30, 2008Q1 is plain: digits joined by - / or : */
    WORD_HAN,    /* one Chinese character */
    WORD_PUNCT,  /* one mark; folded is "" so that it drops out of phrases */
};

struct word {
    uint32_t start, end;  /* bytes of the text */
    enum word_kind kind;
    bool stop;            /* too common to carry a link by itself */
    bool quoted;          /* inside quotation marks */
    bool upper;           /* starts with a capital letter that is not merely the sentence's first */
    bool joined;          /* follows the previous word without white space ("Jean-" + "Luc") */
    double value;         /* of a number */
    struct slice folded;  /* lower case, no accents; in the arena */
    struct slice stem;    /* Snowball English stem of folded; folded itself for other kinds */
    uint64_t hash;        /* of stem: what indexes are keyed by */
};

struct words {
    struct word *v;
    int n;
};

/* Splits text into words.  Hyphenated names come apart ("Jean", "-", "Luc") and possessives lose
 * their 's as a word of its own; numbers, decimals, dates and times stay whole. */
struct words words_split(struct arena *arena, const char *text, size_t n);

/* The folded words joined by one space, punctuation dropped: two texts with the same normal form
 * are the same but for case, accents, spacing and punctuation. */
char *text_normal(struct arena *arena, const char *text, size_t n);

/* Combines word hashes into the hash of a phrase; punctuation must be left out.  Start with 0. */
static inline uint64_t phrase_hash(uint64_t phrase, uint64_t word)
{
    return mix64(phrase * 0x9E3779B97F4A7C15u + word);
}

/* English stem of a folded word, at most cap - 1 bytes, terminated; returns its length. */
size_t text_stem(const char *folded, size_t n, char *out, size_t cap);
bool text_is_stop_word(const char *folded, size_t n);
bool text_is_han(int32_t code_point); /* what BERT calls a CJK character */
bool text_has_han(const char *text, size_t n);

/* Reads a whole text as one number ("1,000", "-3.5", "2e3"); false if it is anything else. */
bool text_number(const char *text, size_t n, double *value);
/* "four" -> 4, up to twenty and the tens; "once" and "twice" too. */
bool text_number_word(const char *folded, size_t n, double *value);
/* Does the whole text look like a date, a time of day, or both ("2014-05-06 10:30:00")? */
bool text_is_date(const char *text, size_t n);

/* ---- what words stand for: small tables compiled in ------------------------------------- */

/* Label words with common abbreviations spelt out ("cust addr" -> "customer address");
 * NULL when nothing changed. */
char *text_expand_abbreviations(struct arena *arena, const char *label);

/* Other spellings under which a database may hold what a word, or two words with a space between
 * them, say: "french" -> "france", "female" -> "f".  Gives the i-th one, NULL after the last. */
const char *text_alias(const char *folded, size_t n, int i);

/* Words of everyday questions that point at column names: "old" -> "age".  As text_alias. */
const char *text_hint(const char *folded, size_t n, int i);

/* ---- similarity ------------------------------------------------------------------------------ */

/* 2 * longest common subsequence / (n_a + n_b), on bytes: 1 for equal texts, 0 for nothing in
 * common.  Only the first 256 bytes of either text are compared. */
double text_similarity(const char *a, size_t n_a, const char *b, size_t n_b);
/* Edits (insert, delete, substitute, swap of neighbours) that turn a into b; over max: max + 1. */
int text_edits(const char *a, size_t n_a, const char *b, size_t n_b, int max);

/* Where `value` stands in `text`, ignoring case, accents and white space, so that a decoded value
 * gets the user's spelling back.  The first such place; false if there is none. */
bool text_find_span(const char *text, size_t n, const char *value, uint32_t *start,
                    uint32_t *end);

/* ---- WordPiece ------------------------------------------------------------------------------- */

#define VOCAB_MAX_BYTES ((size_t)64 << 20)
#define VOCAB_MAX_PIECES 1000000
#define WORDPIECE_MAX_CHARS 100 /* a longer word is [UNK] */

enum vocab_case {
    VOCAB_UNCASED, /* BERT-uncased, MiniLM, ELECTRA, most Chinese models: lower, accents off */
    VOCAB_CASED,
};

struct vocab {
    struct slice *pieces; /* by id, "##" included */
    int n_pieces;
    struct map starts, continuations; /* piece (without "##") -> id */
    int longest;                      /* bytes of the longest piece without "##" */
    int pad, unk, cls, sep, mask;     /* ids; -1 when the vocabulary lacks pad or mask */
    enum vocab_case letter_case;
};

/* One piece a line, the line number is the id.  [UNK], [CLS] and [SEP] must be there.  The text must
 * outlive the vocabulary. */
enum status vocab_parse(struct arena *arena, struct slice text, const char *name,
                        enum vocab_case letter_case, struct vocab *out, struct error *err);
enum status vocab_read(struct arena *arena, const char *path, enum vocab_case letter_case,
                       struct vocab *out, struct error *err);

/* A vocabulary made from texts, for a model without a pretrained one: every character seen (so
 * that nothing is [UNK] which can be spelt), all of printable ASCII, and the words seen at least
 * twice, the frequent first.  Numbers are left to their digits, ideographs stand alone. */
struct vocab_counts;
struct vocab_counts *vocab_counts_new(struct arena *arena);
void vocab_counts_add(struct vocab_counts *counts, const char *text, size_t n);
/* What vocab_parse reads, for VOCAB_UNCASED; at most max_pieces lines, but all characters. */
struct slice vocab_counts_text(struct arena *arena, const struct vocab_counts *counts,
                               int max_pieces);

struct token {
    int id;
    uint32_t start, end; /* bytes of the text it came from; stripped marks belong to their letter */
    bool continues;      /* a "##" piece */
};
struct tokens {
    struct token *v;
    int n;
};

/* BERT's basic tokenizer followed by WordPiece: no [CLS], no [SEP], and "[SEP]" written in the
 * text is three ordinary tokens, since text comes from users. */
struct tokens wordpiece_split(struct arena *arena, const struct vocab *vocab, const char *text,
                              size_t n);

/* Pieces back to text: "##" pieces joined to what precedes, a space before the others.
 * Between Chinese characters, and between them and anything else, there is no space. */
char *wordpiece_join(struct arena *arena, const struct vocab *vocab, const int *ids, int n);

/* ---- word vectors: from a word to rows of a vector file ---------------------------------- */

struct word_list {
    struct map by_word;
    int n_words;
};
/* One word a line, the line number is the row. */
enum status word_list_parse(struct arena *arena, struct slice text, const char *name,
                            struct word_list *out, struct error *err);
enum status word_list_read(struct arena *arena, const char *path, struct word_list *out,
                           struct error *err);

/* Rows whose mean stands for the word, at most max; 0 = unknown.  Tried in turn: as written;
 * folded; a number as the word for it ("7" -> "seven", 1999 -> "year", others "number"); without
 * an inflection (-s, -es, -ies, -ed, -ing); as a compound of two known words. */
int word_list_find(const struct word_list *list, const char *word, size_t n, int *rows, int max);

#endif
