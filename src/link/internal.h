/* internal.h - what the files of link/ share. */
#ifndef ASTORMER_LINK_INTERNAL_H
#define ASTORMER_LINK_INTERNAL_H

#include "link/link.h"

/* ---- a schema prepared for linking ----------------------------------------------------------- */

/* Items are tables and columns in one row: item t is table t, item n_tables + c is column c. */

enum name_source { NAME_OWN, NAME_SYNONYM, NAME_COMMENT };

struct name { /* one way to speak of an item */
    int item;
    enum name_source source;
    const struct word *words; /* without punctuation */
    int n, n_content;         /* content: words that are not stop words; all if there are none */
    bool han;                 /* in Chinese the words are characters and their order counts */
};

/* Which names have a word, sorted by hash. */
struct occurrence {
    uint64_t hash;
    int name;
    int position; /* in the name; WHOLE_NAME: the name written as one word */
};
#define WHOLE_NAME (-1)

struct link_schema {
    const struct schema *schema;
    struct name *names;
    int n_names;
    struct occurrence *occurrences;
    int n_occurrences;
    bool *is_key;       /* [column] a primary or foreign key: few numbers in questions are one */
    uint8_t *relations; /* [items][items] enum relation */
    int n_items;
};

/* Occurrences of a word: the first in *first, how many returned. */
int link_occurrences(const struct link_schema *schema, uint64_t hash,
                     const struct occurrence **first);

void link_schema_relations(struct arena *arena, struct link_schema *schema);

/* ---- links being found ----------------------------------------------------------------------- */

struct linker {
    struct arena *arena;
    const struct link_schema *schema;
    const struct value_index *index; /* or NULL */
    const struct question *question;
    int n_words;
    uint8_t *kinds; /* [words][items] enum link_kind */
    struct link_match *matches;
    int n_matches, match_capacity;
    struct link_cells *cells; /* [columns] */
};

/* Records that words first..first+n-1 stand for an item; only words set in mask (from bit 0 =
 * first on) get the kind when mask is not 0. */
void link_add(struct linker *l, int first, int n, uint64_t mask, int item, enum link_kind kind,
              struct slice cell);
void link_add_cell(struct linker *l, int column, struct link_cell cell);
enum link_kind link_kind_at(const struct linker *l, int word, int item);

/* Words of one utterance: [first, last). */
struct turn {
    int first, last;
};
void link_names(struct linker *l, const struct turn *turns, int n);
void link_values(struct linker *l, struct turn turn);
/* The rules of MODEL.md, which work on tokens rather than words. */
void link_plain(struct arena *arena, const struct link_schema *schema,
                const struct value_index *index, const struct question *question,
                struct links *out);

#endif
