/* internal.h - what the files of ground/ share. */
#ifndef ASTORMER_GROUND_INTERNAL_H
#define ASTORMER_GROUND_INTERNAL_H

#include "ground/ground.h"

struct names;
/* index may be NULL: then only names and types speak. */
struct ground_profile *profiles_make(struct arena *arena, const struct schema *schema,
                                     const struct value_index *index);
/* What the codes say in English, as far as it is not what they are. */
void profiles_read_codes(struct arena *arena, const struct schema *schema, const struct names *names,
                         struct ground_profile *profiles);
/* Tells the schema how its columns store time, where the profile knows. */
void profiles_tell_time(const struct ground_profile *profiles, struct schema *schema);

/* What was found out about the names of a schema. */
struct names {
    struct map own;               /* words that its names show */
    const struct abroad *abroad;
    const char *const *languages; /* [tables] NULL for English; NULL where all are */
};
/* Rewrites the labels that were made from names by rule (not those somebody chose). */
const struct names *names_read(struct arena *arena, struct schema *schema);
/* What a code says in English that a table with names in another language holds, "bezahlt"; NULL: not known. */
const char *names_read_code(struct arena *arena, const struct names *names, int table, const char *code);
/* Is it a word of our list, or a form of one?  The list: words and abbreviations, with their ranks. */
bool names_is_english(struct slice word);
bool names_are_english(struct arena *arena, struct slice word); /* or several that run together */
const struct map *names_list(void);
/* Is it what so many names end in that the letters before need not be a word: "id", "date"? */
bool names_is_tail(struct slice end);
/* [tables + columns] their names without the prefixes of names that run together; those that have none as they are. */
struct abroad;
const char **prefixes_read(struct arena *arena, const struct schema *schema, const struct abroad *abroad);
/* What an abbreviation stands for, NULL if it is none that we know; own: words of the schema's other names. */
const char *briefs_read(struct arena *arena, const struct map *own, struct slice brief);
bool briefs_has(struct arena *arena, struct slice brief); /* is it listed? */

/* Which tables have names in another language; NULL: all are English, as far as we know. */
int compare_slices(struct slice a, struct slice b); /* by bytes */
struct abroad;
struct abroad *abroad_hear(struct arena *arena, const struct schema *schema);
bool abroad_is(const struct abroad *abroad, int table); /* abroad may be NULL, table -1 */
const char *abroad_language(const struct abroad *abroad, int table); /* NULL: English */
/* Of a table for which abroad_is(): is it a word of its language, and what a name of it says in English. */
bool abroad_has(const struct abroad *abroad, int table, struct slice word);
const char *abroad_read(struct arena *arena, const struct abroad *abroad, int table, const char *label);
/* The same of what the table holds: NULL unless every word is one of the language, and some not of English. */
const char *abroad_read_words(struct arena *arena, const struct abroad *abroad, int table, const char *text);

/* Keys that are not declared, one a column at most, each with what speaks for it.  index may be
 * NULL. */
struct ground_key *keys_infer(struct arena *arena, const struct schema *schema,
                              const struct ground_profile *profiles,
                              const struct value_index *index, int *n);

/* ---- tables of large schemas ------------------------------------------------------------------ */

/* How a word of a question can speak of a table. */
enum evidence {
#define EVIDENCE(id, ...) EVIDENCE_##id,
#include "ground/table_weights.def"
    N_EVIDENCE
};

/* What else tells of a table. */
enum about {
#define ABOUT(id, ...) ABOUT_##id,
#include "ground/table_weights.def"
    N_ABOUT
};

/* Where it is found: in the table, beside it, near it along keys, or anywhere that keys lead to. */
enum reach { REACH_OWN, REACH_NEXT, REACH_NEAR, REACH_PART, N_REACHES };

#define TABLE_FEATURES (N_REACHES * N_EVIDENCE + N_ABOUT)

/* What the question's words say of each table, [tables][TABLE_FEATURES]: for each reach all kinds of evidence, then
 * what else is known. */
const float *tables_features(struct arena *arena, const struct ground_database *database,
                             const struct question *question, const struct links *links,
                             const struct ground_values *values);

struct key_graph { /* tables that keys connect: lists by table, 0 ends one */
    int n_tables, n_ends, n_parts;
    int *first, *next, *other;
    int *part; /* [tables] what keys connect is one part */
};
/* Of declared keys and those inferred ones that can be trusted in a schema of many parts. */
struct key_graph key_graph_of(struct arena *arena, const struct ground_database *database);
/* Tables up to `hops` from one, nearest first, with [tables] distances (-1: farther) and parents on the
 * way; returns how many. */
int key_graph_near(const struct key_graph *graph, int table, int hops, int *out, int *distance,
                   int *parent);

/* All words of names and what is said instead, for tables_read. */
void words_collect(struct ground_database *database);
/* How much the words speak of each table, and which therefore matter. */
void tables_read(struct arena *arena, const struct ground_database *database,
                 struct ground_question *question);

/* ---- candidates being collected -------------------------------------------------------------- */

struct gathering {
    struct arena *arena;
    const struct ground_database *database;
    const struct question *question;
    const struct links *links;
    const char *today;   /* or NULL */
    float *column_score; /* [columns] how much the question seems to speak of it, 0..1 */
    float *table_score;  /* [tables] */
    struct map by_text;  /* text -> place in v */
    struct gathered {
        struct ground_value value;
        int *columns;
        int n_columns, capacity;
    } *v;
    int n, capacity;
};

/* Adds a candidate, or what is new about one that is there; columns < 0 are ignored.  Copies
 * neither text nor shown.  Returns its place. */
int gather(struct gathering *g, const char *text, enum ground_source source, const char *shown,
           int first_word, int n_words, double score);
void gather_column(struct gathering *g, int candidate, int column);

void gather_numbers(struct gathering *g);
void gather_dates(struct gathering *g);
void gather_spans(struct gathering *g);
void gather_cells(struct gathering *g);
void gather_codes(struct gathering *g);

/* Words first..first+n-1 as the user typed them. */
const char *gather_typed(struct gathering *g, int first, int n);

#endif
