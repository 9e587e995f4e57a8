/* words.c - reserved words: SQLite's keywords and PostgreSQL's reserved ones in one sorted list,
 * because quoting a name too often is harmless and quoting it too seldom is not. */
#include "sql/internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *const reserved[] = {
    "abort", "action", "add", "after", "all", "alter", "always", "analyse", "analyze", "and",
    "any", "array", "as", "asc", "asymmetric", "attach", "authorization", "autoincrement",
    "before", "begin", "between", "binary", "both", "by", "cascade", "case", "cast", "check",
    "collate", "collation", "column", "commit", "concurrently", "conflict", "constraint",
    "create", "cross", "current", "current_catalog", "current_date", "current_role",
    "current_schema", "current_time", "current_timestamp", "current_user", "database",
    "default", "deferrable", "deferred", "delete", "desc", "detach", "distinct", "do", "drop",
    "each", "else", "end", "escape", "except", "exclude", "exclusive", "exists", "explain",
    "fail", "false", "fetch", "filter", "first", "following", "for", "foreign", "freeze",
    "from", "full", "generated", "glob", "grant", "group", "groups", "having", "if", "ignore",
    "ilike", "immediate", "in", "index", "indexed", "initially", "inner", "insert", "instead",
    "intersect", "into", "is", "isnull", "join", "key", "last", "lateral", "leading", "left",
    "like", "limit", "localtime", "localtimestamp", "match", "materialized", "natural", "no",
    "not", "nothing", "notnull", "null", "nulls", "of", "offset", "on", "only", "or", "order",
    "others", "outer", "over", "overlaps", "partition", "placing", "plan", "pragma",
    "preceding", "primary", "query", "raise", "range", "recursive", "references", "regexp",
    "reindex", "release", "rename", "replace", "restrict", "returning", "right", "rollback",
    "row", "rows", "savepoint", "select", "session_user", "set", "similar", "some",
    "symmetric", "table", "tablesample", "temp", "temporary", "then", "ties", "to", "trailing",
    "transaction", "trigger", "true", "unbounded", "union", "unique", "update", "user", "using",
    "vacuum", "values", "variadic", "verbose", "view", "virtual", "when", "where", "window",
    "with", "within", "without",
};

/* What the parser itself gives a meaning where a name could stand. */
static const char *const clause_words[] = {
    "and", "as", "asc", "between", "by", "cross", "desc", "distinct", "except", "from", "full",
    "group", "having", "in", "inner", "intersect", "is", "join", "left", "like", "limit",
    "natural", "not", "nulls", "offset", "on", "or", "order", "outer", "right", "select",
    "union", "using", "where",
};

static int compare_words(const void *key, const void *entry)
{
    const struct slice *word = key;
    const char *other = *(const char *const *)entry;
    for (size_t i = 0; i < word->n; i++) {
        int difference = tolower((unsigned char)word->s[i]) - (unsigned char)other[i];
        if (difference)
            return difference;
    }
    return other[word->n] ? -1 : 0;
}

bool is_reserved(struct slice word)
{
    return bsearch(&word, reserved, COUNT_OF(reserved), sizeof *reserved, compare_words) != NULL;
}

bool is_clause_word(struct slice word)
{
    return bsearch(&word, clause_words, COUNT_OF(clause_words), sizeof *clause_words,
                   compare_words) != NULL;
}
