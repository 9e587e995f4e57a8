/* test_link.c - questions, links of every kind, relation matrices, synonyms. */
#include "test.h"

#include "link/link.h"
#include "scratch_db.h"

static const char music_sql[] =
    "CREATE TABLE singer (singer_id INTEGER PRIMARY KEY, name TEXT, country TEXT, age INT,"
    "  song_name TEXT, song_release_year INT, hometown TEXT, sex TEXT, is_male TEXT);"
    "CREATE TABLE concert (concert_id INTEGER PRIMARY KEY, concert_name TEXT, attendance INT,"
    "  year TEXT, stadium_id INT REFERENCES stadium(id));"
    "CREATE TABLE stadium (id INTEGER PRIMARY KEY, loc TEXT, name TEXT, capacity INT, -- how many seats it has\n"
    "  opened DATE);"
    "CREATE TABLE singer_in_concert (concert_id INT REFERENCES concert, singer_id INT REFERENCES singer);"
    "INSERT INTO singer VALUES (1, 'Frank Muller', 'France', 52, 'Hey Oh', 2014, 'Paris', 'M', 'T'),"
    "  (2, 'Rose White', 'United States', 41, 'Sun', 2003, 'Los Angeles', 'F', 'F'),"
    "  (3, 'José Pérez', 'Netherlands', 29, 'Gentleman', 2014, 'Utrecht', 'M', 'T');"
    "INSERT INTO concert VALUES (1, 'Super bootcamp', 900, '2014', 1), (2, 'Week 1', 700, '2015', 2);"
    "INSERT INTO stadium VALUES (1, 'Raith Rovers', 'Stark''s Park', 10104, '1907-05-01'), (2, 'Ayr', 'Somerset Park', 11998, '1888-01-01');"
    "INSERT INTO singer_in_concert VALUES (1, 1), (2, 2);";

struct fixture {
    struct scratch scratch;
    struct arena arena;
    struct db *db;
    struct schema *schema; /* in the arena: what is linked points at it */
    struct value_index *index;
    const struct link_schema *links;
    struct vocab vocab;
};

static struct fixture fixture_new(const char *sql, const char *synonyms)
{
    struct fixture f = {.scratch = scratch_new(sql)};
    struct error err = {0};
    struct value_options options = {.cache_dir = ""};
    struct link_synonyms given = {0};
    assert_ok(db_open(f.scratch.db, &f.db, &err), err);
    f.schema = ARENA_NEW(&f.arena, struct schema);
    assert_ok(db_schema(&f.arena, f.db, f.schema, &err), err);
    assert_ok(value_index_open(f.db, f.schema, &options, &f.index, NULL, &err), err);
    if (synonyms) {
        char *path = arena_printf(&f.arena, "%s/" LINK_SYNONYMS_FILE, f.scratch.dir);
        assert_ok(file_write_atomic(path, synonyms, strlen(synonyms), &err), err);
    }
    assert_ok(link_synonyms_beside(&f.arena, f.scratch.db, f.schema, &given, &err), err);
    f.links = link_schema_new(&f.arena, f.schema, &given);
    assert_ok(vocab_read(&f.arena,
                         arena_printf(&f.arena, "%s/wordpiece_vocab.txt", getenv("ASTORMER_TEST_DATA")),
                         VOCAB_UNCASED, &f.vocab, &err), err);
    return f;
}

static void fixture_free(struct fixture *f)
{
    value_index_close(f->index);
    db_close(f->db);
    arena_release(&f->arena);
    scratch_free(&f->scratch);
}

static struct links find_links(struct fixture *f, const char *question, enum link_rules rules,
                         struct question *q)
{
    struct error err = {0};
    struct links links;
    const char *utterances[1] = {question};
    assert_ok(question_read(&f->arena, &f->vocab, utterances, 1, q, &err), err);
    link_question(&f->arena, f->links, f->index, q, rules, &links);
    return links;
}

/* "words>target:kind[=cell]" */
static const char *describe(struct fixture *f, const struct question *q, const struct link_match *m)
{
    const struct word *w = q->words.v + m->first_word;
    struct strbuf out = strbuf_in(&f->arena);
    strbuf_printf(&out, "%.*s>", (int)(w[m->n_words - 1].end - w->start), q->text + w->start);
    if (m->table >= 0)
        strbuf_printf(&out, "%s", f->schema->tables[m->table].name);
    else
        strbuf_printf(&out, "%s.%s", f->schema->tables[f->schema->columns[m->column].table].name,
                      f->schema->columns[m->column].name);
    strbuf_printf(&out, ":%s", link_kind_name(m->kind));
    if (m->cell.n)
        strbuf_printf(&out, "=%.*s", (int)m->cell.n, m->cell.s);
    return out.s;
}

static bool has_match(struct fixture *f, const char *question, const char *wanted)
{
    struct question q;
    struct links links = find_links(f, question, LINK_FULL, &q);
    for (int i = 0; i < links.n_matches; i++)
        if (strcmp(describe(f, &q, &links.matches[i]), wanted) == 0)
            return true;
    return false;
}

static void links_of_every_kind_are_found(void **state)
{
    (void)state;
    struct fixture f = fixture_new(music_sql, "# ours\nvocalist = singer\nseats = stadium.capacity\n"
                                              "crowd size = attendance\n");
    static const struct {
        const char *question, *match;
    } cases[] = {
        {"How many singers are there?", "singers>singer:exact"},
        {"show the song names", "song names>singer.song_name:exact"},
        {"show the name of the song", "name of the song>singer.song_name:exact"},
        {"what is their home town", "home town>singer.hometown:exact"},
        {"location of each stadium", "location>stadium.loc:exact"},
        {"release year of songs by each singer", "release year of songs>singer.song_release_year:exact"},
        {"release year of each singer", "release year>singer.song_release_year:partial"},
        {"the singer's name", "name>singer.name:exact"},
        {"number of attendees", "attendees>concert.attendance:partial"},
        {"stadium capcity", "capcity>stadium.capacity:partial"},
        {"how old is the singer", "old>singer.age:synonym"},
        {"list all vocalists", "vocalists>singer:synonym"},
        {"crowd sizes of 2014", "crowd sizes>concert.attendance:synonym"},
        {"how many seats does it have", "seats>stadium.capacity:synonym"},
        {"songs called hey oh", "hey oh>singer.song_name:value=Hey Oh"},
        {"is Jose Perez young", "Jose Perez>singer.name:value=José Pérez"},
        {"age of Frank", "Frank>singer.name:value-contains=Frank Muller"},
        {"french singers", "french>singer.country:value-words=France"},
        {"singers from the US", "US>singer.country:value-words=United States"},
        {"singers from Netherland", "Netherland>singer.country:value=Netherlands"},
        {"singers from Utrect", "Utrect>singer.hometown:value-words=Utrecht"},
        {"female singers", "female>singer.sex:value-words=F"},
        {"concerts in 2014", "2014>concert.year:time=2014"},
        {"age over 41", "41>singer.age:number=41"},
        {"age over 45", "45>singer.age:number"},
        {"stadiums opened after 1907-05-01", "1907-05-01>stadium.opened:value=1907-05-01"},
        {"stadiums opened after 1950-05-01", "1950-05-01>stadium.opened:time"},
        {"who sang \"bootcamp\"", "bootcamp>concert.concert_name:value-contains=Super bootcamp"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++)
        if (!has_match(&f, cases[i].question, cases[i].match)) {
            struct question q;
            struct links links = find_links(&f, cases[i].question, LINK_FULL, &q);
            for (int k = 0; k < links.n_matches; k++)
                print_message("  %s\n", describe(&f, &q, &links.matches[k]));
            fail_test("'%s': no '%s'", cases[i].question, cases[i].match);
        }
    static const struct {
        const char *question, *match;
    } absent[] = {
        {"show the song names", "names>singer.name:exact"},       /* part of a longer name */
        {"number of concerts, names", "concerts>concert.concert_name:exact"},
        {"show 1 song", "1>singer.singer_id:number=1"},     /* keys hold every number */
        {"age over 900", "900>singer.age:number"},                /* out of range */
        {"the sun", "the>singer.song_name:value"},
        {"which song and what name", "song and what name>singer.song_name:exact"},
        {"name, song", "name, song>singer.song_name:exact"},      /* a comma is between them */
    };
    for (int i = 0; i < COUNT_OF(absent); i++)
        if (has_match(&f, absent[i].question, absent[i].match))
            fail_test("'%s': there should be no '%s'", absent[i].question, absent[i].match);
    fixture_free(&f);
}

static void comments_of_the_database_are_synonyms(void **state)
{
    (void)state;
    struct fixture f = fixture_new(music_sql, NULL);
    assert_true(has_match(&f, "which has the most seats", "seats>stadium.capacity:synonym"));
    assert_false(has_match(&f, "how many are there", "many>stadium.capacity:synonym"));
    fixture_free(&f);
}

static void every_subword_carries_the_link_of_its_word(void **state)
{
    (void)state;
    struct fixture f = fixture_new(music_sql, NULL);
    struct question q;
    struct links links = find_links(&f, "all singers in Los Angeles", LINK_FULL, &q);
    int singer = schema_find_table(f.schema, slice_of("singer")), home = -1;
    for (int i = 0; i < f.schema->n_columns; i++)
        if (strcmp(f.schema->columns[i].name, "hometown") == 0)
            home = i;
    for (int t = 0; t < q.tokens.n; t++) {
        const struct token *token = &q.tokens.v[t];
        bool is_singers = token->start >= 4 && token->end <= 11;
        bool is_place = token->start >= 15;
        assert_int_equal(links.tables[t * links.n_tables + singer],
                         is_singers ? LINK_EXACT : is_place ? LINK_VALUE_EXACT : LINK_NONE);
        assert_int_equal(links.columns[t * links.n_columns + home],
                         is_place ? LINK_VALUE_EXACT : LINK_NONE);
    }
    assert_int_equal(links.cells[home].n, 1);
    assert_true(slice_equal(links.cells[home].v[0].cell, "Los Angeles"));
    assert_true(q.tokens.n > 5); /* the small vocabulary cuts words up */
    fixture_free(&f);
}

static void a_conversation_is_linked_turn_by_turn(void **state)
{
    (void)state;
    struct fixture f = fixture_new(music_sql, NULL);
    struct error err = {0};
    struct question q;
    const char *utterances[3] = {"only from France", "their song", "names of singers"};
    assert_ok(question_read(&f.arena, &f.vocab, utterances, 3, &q, &err), err);
    assert_string_equal(q.text, "only from France | their song | names of singers");
    struct links links;
    link_question(&f.arena, f.links, f.index, &q, LINK_FULL, &links);
    int song = -1, separators = 0;
    for (int i = 0; i < f.schema->n_columns; i++)
        if (strcmp(f.schema->columns[i].name, "song_name") == 0)
            song = i;
    for (int t = 0; t < q.tokens.n; t++) {
        assert_int_not_equal(links.columns[t * links.n_columns + song], LINK_EXACT);
        separators += q.token_word[t] < 0;
        if (q.token_word[t] < 0)
            for (int k = 0; k < links.n_columns; k++)
                assert_int_equal(links.columns[t * links.n_columns + k], LINK_NONE);
        uint32_t start = q.tokens.v[t].start;
        assert_int_equal(q.token_turn[t], start < 17 ? 0 : start < 30 ? 1 : 2);
    }
    assert_int_equal(separators, 2);
    const struct relation_set *full = relation_set_find("full");
    int n = q.tokens.n + links.n_tables + links.n_columns, last = q.tokens.n - 1;
    uint8_t *matrix = ARENA_ARRAY(&f.arena, uint8_t, n * n);
    relations_build(full, f.links, &q, &links, NULL, matrix);
    assert_int_equal(matrix[0 * n + last], REL_QQ_EARLIER);
    assert_int_equal(matrix[last * n + 0], REL_QQ_LATER);
    int middle = 0;
    while (q.token_turn[middle] == 0)
        middle++;
    assert_int_equal(matrix[0 * n + middle], REL_QQ_PREVIOUS);
    assert_int_equal(matrix[middle * n + 0], REL_QQ_NEXT);
    fixture_free(&f);
}

static void relation_sets_have_their_sizes_and_names(void **state)
{
    (void)state;
    const struct relation_set *full = relation_set_find("full"), *rat = relation_set_find("rat43");
    assert_int_equal(full->n, 65); /* models of old have these, by these numbers */
    assert_int_equal(relation_set_find("full-values")->n, N_RELATIONS);
    assert_int_equal(rat->n, 43);
    assert_null(relation_set_find("rat44"));
    const struct relation_set *wide = relation_set_find("rat43-values");
    assert_int_equal(full->n_known, full->n);
    assert_int_equal(rat->n_known, full->n);
    assert_int_equal(wide->n_known, N_RELATIONS);
    bool used[43] = {false};
    for (int i = 0; i < N_RELATIONS; i++) {
        assert_int_equal(full->id_of[i], i);
        assert_true(rat->id_of[i] < (i < full->n ? 43 : wide->n));
        if (i < full->n)
            used[rat->id_of[i]] = true;
        for (int k = 0; k < i; k++)
            assert_string_not_equal(relation_name((enum relation)i), relation_name((enum relation)k));
    }
    for (int i = 0; i < 43; i++)
        assert_true(used[i]);
}

static void the_matrix_says_what_the_schema_says(void **state)
{
    (void)state;
    struct fixture f = fixture_new(music_sql, NULL);
    struct question q;
    struct links links = find_links(&f, "singer song what is the name", LINK_FULL, &q);
    int n_q = q.tokens.n, n_t = links.n_tables, n = n_q + n_t + links.n_columns;
    uint8_t *m = ARENA_ARRAY(&f.arena, uint8_t, n * n);
    relations_build(relation_set_find("rat43"), f.links, &q, &links, NULL, m);
#define AT(i, j) m[(i) * n + (j)]
#define TABLE_ROW(name) (n_q + schema_find_table(f.schema, slice_of(name)))
#define COLUMN_ROW(table, name) \
    (n_q + n_t + schema_find_column(f.schema, schema_find_table(f.schema, slice_of(table)), slice_of(name)))
    for (int i = 0; i < n_q; i++)
        for (int j = 0; j < n_q; j++)
            assert_int_equal(AT(i, j), j - i >= -4 && j - i <= 4 ? 5 + j - i : 38);
    int singer = TABLE_ROW("singer"), link_table = TABLE_ROW("singer_in_concert");
    int id = COLUMN_ROW("singer", "singer_id"), ref = COLUMN_ROW("singer_in_concert", "singer_id");
    int name = COLUMN_ROW("singer", "name"), star = n_q + n_t;
    assert_int_equal(AT(singer, singer), 12);
    assert_int_equal(AT(link_table, singer), 13);
    assert_int_equal(AT(singer, link_table), 14);
    assert_int_equal(AT(singer, TABLE_ROW("stadium")), 39);
    assert_int_equal(AT(id, id), 16);
    assert_int_equal(AT(id, name), 17);
    assert_int_equal(AT(ref, id), 18);
    assert_int_equal(AT(id, ref), 19);
    assert_int_equal(AT(star, star), 16);
    assert_int_equal(AT(star, id), 40);
    assert_int_equal(AT(name, COLUMN_ROW("stadium", "name")), 40);
    assert_int_equal(AT(singer, id), 20);
    assert_int_equal(AT(id, singer), 21);
    assert_int_equal(AT(singer, name), 22);
    assert_int_equal(AT(name, singer), 23);
    assert_int_equal(AT(link_table, star), 22);
    assert_int_equal(AT(link_table, name), 41);
    assert_int_equal(AT(name, link_table), 42);
    assert_int_equal(AT(0, singer), 32);
    assert_int_equal(AT(singer, 0), 35);
    assert_int_equal(AT(0, TABLE_ROW("stadium")), 34);
    assert_int_equal(AT(0, name), 26);
    assert_int_equal(AT(n_q - 1, name), 24);
    assert_int_equal(AT(name, n_q - 1), 28);
    for (int i = 0; i < n * n; i++)
        assert_true(m[i] > 0); /* 0 is padding */
    fixture_free(&f);
}

static void the_plain_rules_are_the_papers(void **state)
{
    (void)state;
    struct fixture f = fixture_new(music_sql, NULL);
    struct question q;
    struct links links = find_links(&f, "What is the song name of singers named Rose White?", LINK_PLAIN, &q);
    int song = -1, name = -1, singer = schema_find_table(f.schema, slice_of("singer"));
    for (int i = 0; i < f.schema->n_columns; i++) {
        if (strcmp(f.schema->columns[i].name, "song_name") == 0)
            song = i;
        if (strcmp(f.schema->columns[i].name, "name") == 0 && f.schema->columns[i].table == singer)
            name = i;
    }
    bool exact = false, plural = false, value = false;
    for (int t = 0; t < q.tokens.n; t++) {
        struct slice text = {q.text + q.tokens.v[t].start, q.tokens.v[t].end - q.tokens.v[t].start};
        exact |= slice_equal(text, "song") && links.columns[t * links.n_columns + song] == LINK_EXACT;
        plural |= slice_equal(text, "singer") && links.tables[t * links.n_tables + singer] == LINK_EXACT;
        value |= links.columns[t * links.n_columns + name] == LINK_VALUE_EXACT;
    }
    assert_true(exact && plural && value);
    assert_int_equal(links.cells[name].n, 1);
    assert_true(slice_equal(links.cells[name].v[0].cell, "Rose White"));
    fixture_free(&f);
}

static void chinese_is_linked_by_characters(void **state)
{
    (void)state;
    struct fixture f = fixture_new("CREATE TABLE 歌手 (姓名 TEXT, 出生城市 TEXT, 年龄 INT);"
                                   "INSERT INTO 歌手 VALUES ('王菲', '北京', 50), ('周杰伦', '台北', 42)", NULL);
    static const struct {
        const char *question, *match;
    } cases[] = {
        {"有多少歌手？", "歌手>歌手:exact"},
        {"北京的歌手的年龄", "年龄>歌手.年龄:exact"},
        {"来自北京的人", "北京>歌手.出生城市:value=北京"},
        {"周杰伦在哪个城市", "城市>歌手.出生城市:partial"},
        {"周杰伦在哪个城市", "周杰伦>歌手.姓名:value=周杰伦"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++)
        if (!has_match(&f, cases[i].question, cases[i].match))
            fail_test("'%s': no '%s'", cases[i].question, cases[i].match);
    assert_false(has_match(&f, "手歌", "手歌>歌手:exact")); /* order counts */
    fixture_free(&f);
}

/* The paper's rules for Chinese cells: by common characters, not by words. */
static void the_plain_rules_rank_chinese_cells(void **state)
{
    (void)state;
    struct fixture f = fixture_new("CREATE TABLE 歌手 (姓名 TEXT, 出生城市 TEXT, 年龄 INT);"
                                   "INSERT INTO 歌手 VALUES ('王菲', '北京', 50), ('周杰伦', '台北', 42)", NULL);
    struct question q;
    int city = 0, age = 0;
    for (int i = 1; i < f.schema->n_columns; i++) {
        city = strcmp(f.schema->columns[i].name, "出生城市") == 0 ? i : city;
        age = strcmp(f.schema->columns[i].name, "年龄") == 0 ? i : age;
    }
    struct links links = find_links(&f, "来自北京的50岁的人", LINK_PLAIN, &q);
    assert_int_equal(links.cells[city].n, 1); /* 台北 has but half of its characters there */
    assert_true(slice_equal(links.cells[city].v[0].cell, "北京"));
    assert_int_equal(links.cells[age].n, 1);
    assert_true(slice_equal(links.cells[age].v[0].cell, "50"));
    links = find_links(&f, "台湾人", LINK_PLAIN, &q); /* the best may be less alike */
    assert_int_equal(links.cells[city].n, 1);
    assert_true(slice_equal(links.cells[city].v[0].cell, "台北"));
    assert_int_equal(links.cells[age].n, 0);
    fixture_free(&f);
}

static void a_wrong_synonym_names_its_line(void **state)
{
    (void)state;
    struct fixture f = fixture_new(music_sql, NULL);
    struct error err = {0};
    struct link_synonyms synonyms;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"a = singer\nb = nobody\n", ":2: no table or column 'nobody'"},
        {"just words\n", ":1: expected 'word = table or column'"},
        {"\n\n = singer", ":3: expected 'word = table or column'"},
        {"a =", ":1: expected"},
    };
    char *path = arena_printf(&f.arena, "%s/s.txt", f.scratch.dir);
    for (int i = 0; i < COUNT_OF(cases); i++) {
        assert_ok(file_write_atomic(path, cases[i].text, strlen(cases[i].text), &err), err);
        assert_int_equal(link_synonyms_read(&f.arena, path, f.schema, &synonyms, &err), ST_INPUT);
        if (!strstr(err.message, cases[i].message))
            fail_test("message '%s'", err.message);
    }
    assert_int_equal(link_synonyms_read(&f.arena, "/nonexistent", f.schema, &synonyms, &err), ST_IO);
    fixture_free(&f);
}

static void odd_questions_are_no_trouble(void **state)
{
    (void)state;
    struct fixture f = fixture_new(music_sql, NULL);
    struct error err = {0};
    struct question q;
    struct links links;
    char *longest = arena_alloc(&f.arena, QUESTION_MAX_BYTES + 2, 1);
    static const char *const odd[] = {"", " ", "???", "\xFF\xFE", "| | |", "'", "\"", "a\"b'c`d", "1 2 3 4 5 6 7 8 9"};
    for (int i = 0; i < COUNT_OF(odd); i++) {
        links = find_links(&f, odd[i], LINK_FULL, &q);
        links = find_links(&f, odd[i], LINK_PLAIN, &q);
    }
    for (int i = 0; i < QUESTION_MAX_BYTES; i++)
        longest[i] = "singer name Paris 2014 "[i % 23];
    links = find_links(&f, longest, LINK_FULL, &q);
    assert_true(links.n_matches > 1000);
    memset(longest, 'a', QUESTION_MAX_BYTES + 1);
    const char *utterances[1] = {longest};
    assert_int_equal(question_read(&f.arena, &f.vocab, utterances, 1, &q, &err), ST_LIMIT);
    assert_int_equal(question_read(&f.arena, &f.vocab, utterances, 0, &q, &err), ST_LIMIT);
    /* without vocabulary and without content */
    utterances[0] = "age of singers over 41 in 2014";
    assert_ok(question_read(&f.arena, NULL, utterances, 1, &q, &err), err);
    assert_int_equal(q.tokens.n, q.words.n);
    link_question(&f.arena, f.links, NULL, &q, LINK_FULL, &links);
    assert_true(links.n_matches >= 3);
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_of_every_kind_are_found),
        cmocka_unit_test(comments_of_the_database_are_synonyms),
        cmocka_unit_test(every_subword_carries_the_link_of_its_word),
        cmocka_unit_test(a_conversation_is_linked_turn_by_turn),
        cmocka_unit_test(relation_sets_have_their_sizes_and_names),
        cmocka_unit_test(the_matrix_says_what_the_schema_says),
        cmocka_unit_test(the_plain_rules_are_the_papers),
        cmocka_unit_test(chinese_is_linked_by_characters),
        cmocka_unit_test(the_plain_rules_rank_chinese_cells),
        cmocka_unit_test(a_wrong_synonym_names_its_line),
        cmocka_unit_test(odd_questions_are_no_trouble),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
