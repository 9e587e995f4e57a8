/* tell.h - a query told in plain English, so that a person who cannot read SQL can see what was
 * understood.
 *
 * One sentence a query, made from its structure alone by fixed phrases.  Faithful
 * before beautiful: whatever makes two queries differ is said, so that two readings of a question
 * never sound the same.  Where a phrase holds more than a name and a value it is bracketed.
 *
 * The sentence comes with its phrases: which bytes speak of which table, column or value of the
 * query, so that SQL, sentence and question can be shown side by side. */
#ifndef ASTORMER_TELL_H
#define ASTORMER_TELL_H

#include "sql/sql.h"

enum phrase_kind { PHRASE_TABLE, PHRASE_COLUMN, PHRASE_VALUE };

struct phrase {
    enum phrase_kind kind;
    int start, end;      /* bytes of the sentence */
    int item;            /* id of the table or column; of a value, the column it is compared with or 0 */
    const char *literal; /* of a value: as the query has it */
};

struct telling {
    const char *text; /* one sentence: begins with a capital, ends with a full stop */
    struct phrase *phrases; /* in the order of the sentence */
    int n_phrases;
};

/* Lives in arena; the query's own texts are borrowed. */
struct telling tell_query(struct arena *arena, const struct schema *schema,
                          const struct query *query);

#endif
