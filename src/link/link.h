/* link.h - which words of a question speak of which table, column or stored value, and the
 * relation ids that tell the encoder so (MODEL.md sections 7.3, 7.4 and 8; RAT-SQL).
 *
 * The way: question_read() turns one utterance, or a conversation, into sub-word tokens and
 * words over one text.  link_schema_new() prepares a schema once.  link_question() finds the
 * links: for each token and each schema item one kind, the strongest found; for each column up
 * to LINK_MAX_CELLS stored cells to be written into the encoder's input.  relations_build()
 * fills the relation matrix over [tokens; tables; columns].
 *
 * Links are found between words; every sub-word of a word carries its link.  Chinese is handled
 * by the same code: a Chinese character is a word.
 *
 * All structures live in the arena given and are immutable once made, so one link_schema serves
 * any number of threads. */
#ifndef ASTORMER_LINK_H
#define ASTORMER_LINK_H

#include "db/db.h"

/* ---- question ------------------------------------------------------------------------------ */

#define QUESTION_MAX_BYTES 16384 /* of a conversation */
#define QUESTION_MAX_UTTERANCES 64

struct question {
    const struct vocab *vocab;
    const char *text;       /* utterances joined by " | ", the current one first, then the others
                             * most recent first; all offsets are into it */
    struct tokens tokens;
    struct words words;
    int *token_word;        /* [tokens.n] the word a token is part of; -1 for a separator */
    uint8_t *token_turn;    /* [tokens.n] 0 = current utterance, 1 = the one before, ...; a
                             * separator counts with the older utterance that follows it */
    uint8_t *word_turn;     /* [words.n] the same; a separator is not a word's turn but a word
                             * of kind WORD_PUNCT */
    int n_turns;
};

/* utterances[0] is the current one, utterances[1] the one before it, and so on.  With a NULL
 * vocabulary the tokens are the words (id -1), which is enough to show links. */
enum status question_read(struct arena *arena, const struct vocab *vocab,
                          const char *const *utterances, int n, struct question *out,
                          struct error *err);

/* ---- relations ------------------------------------------------------------------------------- */

/* What a word can be to a column; or to a table, where LINK_VALUE_EXACT says that it is a stored
 * value of one of its columns.  One pair carries one kind, the strongest found (link.c). */
enum link_kind {
    LINK_NONE,
    LINK_EXACT,          /* the words are the whole name (any order, inflected) */
    LINK_PARTIAL,        /* some words of the name */
    LINK_SYNONYM,        /* a synonym, a comment's words or an everyday hint names it */
    LINK_VALUE_EXACT,    /* the words are a stored cell */
    LINK_VALUE_CONTAINS, /* a stored cell contains the words */
    LINK_VALUE_WORDS,    /* a stored cell shares most of its words, or is spelt almost so */
    LINK_NUMBER,         /* a number that this column holds, or may hold */
    LINK_TIME,           /* a year, date or time, and a column of such */
};
#define N_LINK_KINDS 9
const char *link_kind_name(enum link_kind kind);

/* relations.def lists every relation we tell apart, and beside each the one it becomes in the
 * set "rat43" (MODEL.md section 8).  A model file stores the set's name. */
enum relation {
#define RELATION(id, name, rat43) REL_##id,
#include "link/relations.def"
#undef RELATION
    N_RELATIONS
};

struct relation_set {
    const char *name;
    int n;                     /* ids are 0..n-1; 0 is padding and never appears in a matrix */
    const uint8_t *id_of;      /* [N_RELATIONS] */
    int n_known;               /* it has the first so many of enum relation, and will not have more */
};
/* "full" or "rat43", or with values as items "full-values" or "rat43-values"; or NULL */
const struct relation_set *relation_set_find(const char *name);
const char *relation_name(enum relation relation);

/* ---- schema ---------------------------------------------------------------------------------- */

struct link_schema;

/* word = table, or column, or table.column, one a line; '#' starts a comment.  Names are those of
 * SQL; letter case does not matter.  An unknown name is an error that says the line. */
struct link_synonyms {
    struct link_synonym {
        const char *phrase;
        int table, column; /* one of them is -1 */
    } *v;
    int n;
};
#define LINK_SYNONYMS_FILE "astormer.synonyms" /* looked for beside the database */
enum status link_synonyms_read(struct arena *arena, const char *path, const struct schema *schema,
                               struct link_synonyms *out, struct error *err);
/* The sidecar of a database file, if there is one; an absent file is no error and no synonyms. */
enum status link_synonyms_beside(struct arena *arena, const char *db_path,
                                 const struct schema *schema, struct link_synonyms *out,
                                 struct error *err);

/* synonyms may be NULL. */
const struct link_schema *link_schema_new(struct arena *arena, const struct schema *schema,
                                          const struct link_synonyms *synonyms);

/* ---- links ----------------------------------------------------------------------------------- */

#define LINK_MAX_CELLS 4

enum link_rules {
    LINK_FULL,  /* ours */
    LINK_PLAIN, /* the rules of MODEL.md 7.3 and 7.4, for comparison and for models made so;
                 * needs a question with a vocabulary */
};

struct link_cell { /* a stored value that the question seems to mention */
    struct slice cell;
    enum link_kind kind;
    float score;
    int first_word, n_words; /* where in the question */
};
struct link_cells {
    struct link_cell v[LINK_MAX_CELLS]; /* best first */
    int n;
};

struct link_match { /* one link as a person would tell it */
    int first_word, n_words;
    int table, column; /* one of them is -1 */
    enum link_kind kind;
    struct slice cell; /* of a value link; else empty */
};

struct links {
    int n_tokens, n_tables, n_columns;
    uint8_t *tables;          /* [n_tokens][n_tables] enum link_kind */
    uint8_t *columns;         /* [n_tokens][n_columns] */
    struct link_cells *cells; /* [n_columns] */
    struct link_match *matches;
    int n_matches;
};

/* index may be NULL (no content). */
void link_question(struct arena *arena, const struct link_schema *schema,
                   const struct value_index *index, const struct question *question,
                   enum link_rules rules, struct links *out);

/* A choice of a schema's items and of a question's first tokens, when not all of it is shown. */
struct link_part {
    int n_tokens, n_tables, n_columns;
    const int *tables, *columns;          /* ids of those chosen */
    const int *table_at, *column_at;      /* and back: their place in these lists, or -1 */
    int n_more;                           /* rows and columns of the matrix left to the caller */
};

/* Fills out[n][n], n = tokens + tables + columns of the part (NULL: all of it), with ids of the
 * set; with n_more > 0 the matrix is so much larger and what belongs to the last rows and columns
 * is not touched.  Needs memory for the part only. */
void relations_build(const struct relation_set *set, const struct link_schema *schema,
                     const struct question *question, const struct links *links,
                     const struct link_part *part, uint8_t *out);

#endif
