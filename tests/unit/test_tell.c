/* test_tell.c - queries told in English: the sentences themselves, what they must keep apart, and the
 * phrases that point back into the query. */
#include "test.h"

#include "tell/tell.h"

#include <string.h>

/* Two keys between match and team, one between player and team; names shared by several tables. */
static const struct {
    const char *table, *columns[6];
} tables[] = {
    {"team", {"id", "name", "city", "founded_on"}},
    {"player", {"id", "team_id", "name", "wage", "left_on"}},
    {"match", {"id", "home_team_id", "away_team_id", "played_on", "goals"}},
};

static struct schema *league(struct arena *arena)
{
    struct schema *s = ARENA_NEW(arena, struct schema);
    s->db_id = "league";
    s->tables = ARENA_ARRAY(arena, struct table, 3);
    s->columns = ARENA_ARRAY(arena, struct column, 32);
    s->columns[s->n_columns++] = (struct column){.table = -1, .name = "*", .label = "*"};
    for (int t = 0; t < 3; t++) {
        s->tables[s->n_tables++] =
            (struct table){.name = tables[t].table, .label = schema_label(arena, tables[t].table)};
        for (int c = 0; c < 6 && tables[t].columns[c]; c++) {
            const char *name = tables[t].columns[c];
            bool time = strstr(name, "_on");
            s->columns[s->n_columns++] =
                (struct column){.table = t, .name = name, .label = schema_label(arena, name),
                                .type = time ? COLUMN_TIME : COLUMN_TEXT,
                                .time = time ? TIME_DATE : TIME_NONE};
        }
    }
    static const struct foreign_key keys[] = {{6, 1}, {11, 1}, {12, 1}};
    s->foreign_keys = (struct foreign_key *)keys;
    s->n_foreign_keys = 3;
    return s;
}

static struct telling told(struct arena *arena, const struct schema *schema, const char *sql)
{
    struct query *query;
    struct error err = {0};
    if (sql_parse(arena, schema, sql, strlen(sql), SQL_READ_EVERYDAY, &query, &err) != ST_OK)
        fail_test("%s: %s", sql, err.message);
    return tell_query(arena, schema, query);
}

static void queries_read_as_sentences(void **state)
{
    (void)state;
    static const struct {
        const char *sql, *sentence;
    } cases[] = {
        {"SELECT count(*) FROM player WHERE left_on IS NULL",
         "Counts the players where left on is empty."},
        {"SELECT name, wage FROM player WHERE wage > 5000 ORDER BY wage DESC LIMIT 3",
         "Shows name and wage of the players where wage is more than 5000, only the 3 with the "
         "highest wage."},
        {"SELECT name FROM team ORDER BY founded_on LIMIT 1",
         "Shows name of the teams, only the one with the earliest founded on."},
        {"SELECT DISTINCT city FROM team ORDER BY city",
         "Shows every different city of the teams, sorted by city."},
        {"SELECT player.name FROM player JOIN team ON player.team_id = team.id WHERE team.name = 'Rovers'",
         "Shows the player's name of the players with their team where the team's name is 'Rovers'."},
        {"SELECT team.name, count(player.id) FROM team LEFT JOIN player ON player.team_id = team.id "
         "GROUP BY team.id",
         "Shows the team's name and number of non-empty player's ids of the teams, if any with their "
         "player, for each team's id."},
        {"SELECT count(*) FROM match JOIN team ON match.home_team_id = team.id WHERE team.city = 'Ulm'",
         "Counts the matches with their team for which home team id is the team's id where city is "
         "'Ulm'."},
        {"SELECT count(*) FROM match WHERE played_on >= '2023-03-01' AND played_on < '2023-04-01'",
         "Counts the matches where played on is in March 2023."},
        {"SELECT strftime('%Y', played_on), avg(goals) FROM match GROUP BY strftime('%Y', played_on) "
         "HAVING avg(goals) >= 2",
         "Shows year of played on and average goals of the matches, for each year of played on, "
         "keeping those where average goals is at least 2."},
        {"SELECT name FROM team WHERE id NOT IN (SELECT team_id FROM player)",
         "Shows name of the teams where id is none of (team id of the players)."},
        {"SELECT 100.0 * sum(CASE WHEN left_on IS NULL THEN 1 ELSE 0 END) / count(*) FROM player",
         "Shows number of players only where (left on is empty) in percent of number of players of "
         "the players."},
        {"SELECT name FROM player EXCEPT SELECT name FROM team",
         "Shows (name of the players) that are not among (name of the teams)."},
        {"SELECT city, count(*) FROM team WHERE name LIKE '%United%' GROUP BY city",
         "Shows city and number of teams where name contains 'United', for each city."},
        {"SELECT name FROM team WHERE name NOT LIKE 'FC %' ORDER BY founded_on DESC",
         "Shows name of the teams where name does not start with 'FC ', sorted by founded on, latest "
         "first."},
        {"SELECT player.name, team.city FROM player JOIN team ON player.team_id = team.id "
         "ORDER BY team.city DESC",
         "Shows the player's name and the team's city of the players with their team, sorted by city, "
         "from Z to A."},
        {"SELECT wage / 100.0 FROM player WHERE left_on >= date('now', '-30 days')",
         "Shows wage divided by 100 of the players where left on is on or after 30 days before today."},
        {"SELECT count(*) / 2 FROM player", "Shows number of players divided in whole by 2 of the players."},
        {"SELECT a.name FROM team AS a JOIN team AS b ON a.city = b.city WHERE b.name = 'Rovers'",
         "Shows the first team's name of the first teams with their second team for which the first "
         "team's city is the second team's city where the second team's name is 'Rovers'."},
    };
    struct arena arena = {0};
    struct schema *schema = league(&arena);
    for (int i = 0; i < COUNT_OF(cases); i++) {
        const char *text = told(&arena, schema, cases[i].sql).text;
        if (strcmp(text, cases[i].sentence) != 0)
            fail_test("%s\n  is told as  %s\n  wanted      %s", cases[i].sql, text,
                      cases[i].sentence);
    }
    arena_release(&arena);
}

/* What makes two queries differ is said: all of these sentences are different ones. */
static void readings_are_kept_apart(void **state)
{
    (void)state;
    static const char *const queries[] = {
        "SELECT name FROM player WHERE wage > 5 AND (team_id = 1 OR team_id = 2)",
        "SELECT name FROM player WHERE (wage > 5 AND team_id = 1) OR team_id = 2",
        "SELECT name FROM player WHERE wage >= 5 AND team_id = 1",
        "SELECT name FROM player ORDER BY wage LIMIT 5",
        "SELECT name FROM player ORDER BY wage DESC LIMIT 5",
        "SELECT name FROM player ORDER BY wage DESC",
        "SELECT name FROM player LIMIT 5",
        "SELECT DISTINCT name FROM player",
        "SELECT name FROM player GROUP BY name",
        "SELECT count(name) FROM player",
        "SELECT count(*) FROM player",
        "SELECT count(DISTINCT name) FROM player",
        "SELECT match.goals FROM match JOIN team ON match.home_team_id = team.id",
        "SELECT match.goals FROM match JOIN team ON match.away_team_id = team.id",
        "SELECT match.goals FROM match LEFT JOIN team ON match.home_team_id = team.id",
        "SELECT team.name FROM player JOIN team ON player.team_id = team.id",
        "SELECT player.name FROM player JOIN team ON player.team_id = team.id",
        "SELECT a.name FROM team AS a JOIN team AS b ON a.city = b.city",
        "SELECT b.name FROM team AS a JOIN team AS b ON a.city = b.city",
        "SELECT name FROM team WHERE EXISTS (SELECT * FROM player WHERE player.team_id = team.id)",
        "SELECT name FROM team WHERE NOT EXISTS (SELECT * FROM player WHERE player.team_id = team.id)",
        "SELECT name FROM team WHERE EXISTS (SELECT * FROM player WHERE player.team_id = player.id)",
        "SELECT wage / 2 FROM player",
        "SELECT wage * 1.0 / 2 FROM player",
        "SELECT 100.0 * wage / 2 FROM player",
        "SELECT name FROM player UNION SELECT name FROM team",
        "SELECT name FROM player UNION ALL SELECT name FROM team",
        "SELECT name FROM player INTERSECT SELECT name FROM team",
        "SELECT name FROM team WHERE city = 'Ulm'",
        "SELECT name FROM team WHERE city LIKE 'Ulm'",
    };
    struct arena arena = {0};
    struct schema *schema = league(&arena);
    const char *texts[COUNT_OF(queries)];
    for (int i = 0; i < COUNT_OF(queries); i++) {
        texts[i] = told(&arena, schema, queries[i]).text;
        for (int k = 0; k < i; k++)
            if (strcmp(texts[i], texts[k]) == 0)
                fail_test("%s\n%s\nare both told as %s", queries[k], queries[i], texts[i]);
    }
    arena_release(&arena);
}

static void phrases_point_at_what_they_name(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct schema *schema = league(&arena);
    struct telling t = told(&arena, schema, "SELECT name FROM player WHERE wage > 5000");
    static const struct {
        enum phrase_kind kind;
        const char *text, *literal;
        int item;
    } wanted[] = {
        {PHRASE_COLUMN, "name", NULL, 7}, {PHRASE_TABLE, "players", NULL, 1},
        {PHRASE_COLUMN, "wage", NULL, 8}, {PHRASE_VALUE, "5000", "5000", 8},
    };
    assert_int_equal(t.n_phrases, COUNT_OF(wanted));
    for (int i = 0; i < t.n_phrases; i++) {
        const struct phrase *p = &t.phrases[i];
        assert_int_equal(p->kind, wanted[i].kind);
        assert_int_equal(p->item, wanted[i].item);
        assert_int_equal(p->end - p->start, strlen(wanted[i].text));
        assert_memory_equal(t.text + p->start, wanted[i].text, strlen(wanted[i].text));
        assert_true(!p->literal == !wanted[i].literal);
    }
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_read_as_sentences),
        cmocka_unit_test(readings_are_kept_apart),
        cmocka_unit_test(phrases_point_at_what_they_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
