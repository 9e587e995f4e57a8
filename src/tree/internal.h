/* internal.h - the rules tree/ can read and write, by family name.
 *
 * MEANING(constant, family) binds a family of the grammar file to the code that converts it; a
 * family not listed is refused when the grammar is loaded, a listed one may be missing from it.
 * The operator families keep the order of the enums they stand for. */
#ifndef ASTORMER_TREE_INTERNAL_H
#define ASTORMER_TREE_INTERNAL_H

#include "tree/tree.h"

#define MEANINGS(MEANING)                                                                         \
    MEANING(INTERSECT, Intersect) MEANING(UNION, Union) MEANING(EXCEPT, Except)                   \
    MEANING(UNION_ALL, UnionAll) MEANING(PLAIN, SQL) MEANING(ORDERED_SET, OrderedSet)             \
    MEANING(SELECT, SelectColumn)                                                                 \
    MEANING(FROM_TABLE, FromTable) MEANING(FROM_SQL, FromSQL) MEANING(FROM_SOURCE, FromSource)    \
    MEANING(TABLE_SOURCE, TableSource) MEANING(QUERY_SOURCE, QuerySource)                         \
    MEANING(MORE_SOURCES, MoreSources)                                                            \
    MEANING(NO_GROUP, NoGroupBy) MEANING(GROUP_COLUMN, GroupByColumn)                             \
    MEANING(HAVING_ONLY, HavingOnly) MEANING(GROUP_UNIT, GroupByUnit)                             \
    MEANING(NO_ORDER, NoOrderBy) MEANING(ORDER, OrderByColumn)                                    \
    MEANING(ORDER_LIMIT, OrderByLimitColumn) MEANING(LIMIT_ONLY, LimitOnly)                       \
    MEANING(MIXED, MixedOrderBy) MEANING(MIXED_LIMIT, MixedOrderByLimit)                          \
    MEANING(OFFSET, OffsetOrderBy) MEANING(ASCENDING, Ascending)                                  \
    MEANING(DESCENDING, Descending) MEANING(MORE_ORDERINGS, MoreOrderings)                        \
    MEANING(ASC, Asc) MEANING(DESC, Desc)                                                         \
    MEANING(NO_CONDITION, NoCondition) MEANING(AND, AndCondition) MEANING(OR, OrCondition)        \
    MEANING(BETWEEN, BetweenCondition) MEANING(NOT_BETWEEN, NotBetweenCondition)                  \
    MEANING(CMP, CmpCondition) MEANING(NOT, NotCondition) MEANING(EXISTS, ExistsCondition)        \
    MEANING(EQUAL, Equal) MEANING(NOT_EQUAL, NotEqual) MEANING(GREATER, GreaterThan)              \
    MEANING(GREATER_EQUAL, GreaterEqual) MEANING(LESS, LessThan) MEANING(LESS_EQUAL, LessEqual)   \
    MEANING(LIKE, Like) MEANING(NOT_LIKE, NotLike) MEANING(IN, In) MEANING(NOT_IN, NotIn)         \
    MEANING(IS, Is) MEANING(IS_NOT, IsNot)                                                        \
    MEANING(SQL_VALUE, SQLValue) MEANING(LITERAL_VALUE, LiteralValue)                             \
    MEANING(COLUMN_VALUE, ColumnValue) MEANING(NULL_VALUE, NullValue)                             \
    MEANING(LIST_VALUE, ListValue) MEANING(UNIT_VALUE, UnitValue)                                 \
    MEANING(UNARY, UnaryColumnUnit) MEANING(BINARY, BinaryColumnUnit)                             \
    MEANING(INSTANCE, InstanceColumnUnit) MEANING(OUTPUT, OutputUnit)                             \
    MEANING(TABLE_STAR, TableStarUnit) MEANING(ARITHMETIC, ArithmeticUnit)                        \
    MEANING(AGGREGATE, AggregateUnit) MEANING(LITERAL_UNIT, LiteralUnit)                          \
    MEANING(NULL_UNIT, NullUnit) MEANING(QUERY_UNIT, QueryUnit)                                   \
    MEANING(CONDITION_UNIT, ConditionUnit) MEANING(MORE_UNITS, MoreUnits)                         \
    MEANING(TRUE, True) MEANING(FALSE, False)                                                     \
    MEANING(NONE, None) MEANING(MAX, Max) MEANING(MIN, Min) MEANING(COUNT, Count)                 \
    MEANING(SUM, Sum) MEANING(AVG, Avg)                                                           \
    MEANING(MINUS, Minus) MEANING(PLUS, Plus) MEANING(TIMES, Times) MEANING(DIVIDE, Divide)       \
    MEANING(END_TOKEN, EndToken) MEANING(TABLE_TOKEN, TableToken)                                 \
    MEANING(COLUMN_TOKEN, ColumnToken) MEANING(VALUE_TOKEN, ValueToken)                           \
    MEANING(WORD_TOKEN, WordToken)

enum meaning {
#define MEANING(constant, family) MEANS_##constant,
    MEANINGS(MEANING)
#undef MEANING
    N_MEANINGS,
};
extern const char *const meaning_families[N_MEANINGS];

extern const char grammar_text[];       /* grammars/sql.asdl */
extern const char grammar_paper_text[]; /* grammars/paper.asdl */

/* tokens.c: tree_from_query() and tree_to_query() of the token grammar. */
enum status tokens_from_query(struct arena *arena, const struct grammar *grammar,
                              const struct schema *schema, const struct query *query,
                              struct tree **out, struct error *err);
enum status tokens_to_query(struct arena *arena, const struct schema *schema,
                            const struct tree *tree, struct query **out, struct error *err);

/* The FROM item a column id means where nothing else is said: the first that provides it; but for
 * the right operand of arithmetic over two derived tables the second table (DuSQL's a.x - b.x). */
static inline bool default_ref(const struct scope *scope, int column, bool right_operand,
                               struct column_ref *out)
{
    struct column_ref ref;
    bool pair = right_operand && scope->n_sources > 1 && scope->sources[0]->query &&
                scope->sources[1]->query;
    for (int k = 0; pair && scope_provider(scope, column, k, &ref) && ref.up == 0; k++)
        if (ref.source == 1) {
            *out = ref;
            return true;
        }
    return scope_provider(scope, column, 0, out);
}

#endif
