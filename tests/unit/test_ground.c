/* test_ground.c - profiles of columns and the values a question may mean. */
#include "test.h"

#include "ground/internal.h"
#include "scratch_db.h"

#include <ctype.h>
#include <string.h>

static const char clinic_sql[] =
    "CREATE TABLE doctor (doctor_id INTEGER PRIMARY KEY, name TEXT, country TEXT, sex TEXT);"
    "CREATE TABLE visit (visit_id INTEGER PRIMARY KEY, doctor_id INT REFERENCES doctor,"
    "  visited_on TEXT, entered_ts INTEGER, paid_day INTEGER, season_year INTEGER, at_clock TEXT,"
    "  is_urgent INTEGER, has_insurance TEXT, status TEXT, fee_cents INTEGER, note TEXT, code TEXT,"
    "  wait_min INTEGER);"
    "INSERT INTO doctor VALUES (1, 'Ana Núñez', 'France', 'F'), (2, 'Bo Kowalski', 'United Kingdom', 'M'),"
    "  (3, 'Céline Roux', 'Spain', 'F');"
    "INSERT INTO visit VALUES"
    " (1, 1, '2022-03-01', 1646123456, 20220301, 2022, '10:30', 1, 'Y', 'open', 5000, NULL, '007', 90),"
    " (2, 1, '2023-11-30', 1701344000, 20231201, 2023, '11:00', 0, 'N', 'closed', 7050, 'late', '012', 15),"
    " (3, 2, '2023-12-01', 1701430400, 20231205, 2023, '09:15', 1, 'Y', 'open', 120, NULL, '100', 30),"
    " (4, 2, '2024-02-29', 1709200000, 20240301, 2024, '16:45', 0, 'N', 'cancelled', 999, NULL, '205', 60);";

struct fixture {
    struct scratch scratch;
    struct ground_database *d;
    struct arena arena;
};

static struct fixture fixture_new(const char *sql)
{
    struct fixture f = {.scratch = scratch_new(sql)};
    struct error err = {0};
    struct ground_options options = {.values = {.cache_dir = ""}};
    assert_ok(ground_open(f.scratch.db, NULL, &options, &f.d, &err), err);
    return f;
}

static void fixture_free(struct fixture *f)
{
    ground_close(f->d);
    arena_release(&f->arena);
    scratch_free(&f->scratch);
}

static int column_of(const struct fixture *f, const char *table, const char *column)
{
    int t = schema_find_table(&f->d->schema, slice_of(table));
    int c = schema_find_column(&f->d->schema, t, slice_of(column));
    assert_true(c > 0);
    return c;
}

static const struct ground_profile *profile_of(const struct fixture *f, const char *column)
{
    return &f->d->profiles[column_of(f, "visit", column)];
}

static void columns_are_known_by_what_they_hold(void **state)
{
    struct fixture f = fixture_new(clinic_sql);
    static const struct {
        const char *column;
        enum ground_time time;
        int first_year, last_year;
    } times[] = {
        {"visited_on", GROUND_TIME_DATE, 2022, 2024},  {"entered_ts", GROUND_TIME_EPOCH, 2022, 2024},
        {"paid_day", GROUND_TIME_YMD, 2022, 2024},     {"season_year", GROUND_TIME_YEAR, 2022, 2024},
        {"at_clock", GROUND_TIME_CLOCK, 0, 0},         {"fee_cents", GROUND_TIME_NONE, 0, 0},
        {"status", GROUND_TIME_NONE, 0, 0},
    };
    for (int i = 0; i < COUNT_OF(times); i++) {
        const struct ground_profile *p = profile_of(&f, times[i].column);
        assert_string_equal(ground_time_name(p->time), ground_time_name(times[i].time));
        assert_int_equal(p->first_year, times[i].first_year);
        assert_int_equal(p->last_year, times[i].last_year);
    }
    assert_string_equal(profile_of(&f, "is_urgent")->yes, "1");
    assert_string_equal(profile_of(&f, "has_insurance")->no, "N");
    assert_null(profile_of(&f, "status")->yes);
    assert_int_equal(profile_of(&f, "status")->n_codes, 3);
    assert_string_equal(profile_of(&f, "fee_cents")->unit, "cents");
    assert_string_equal(profile_of(&f, "wait_min")->unit, "min");
    assert_int_equal(profile_of(&f, "note")->nulls, 3);
    assert_true(profile_of(&f, "visit_id")->unique);
    assert_false(profile_of(&f, "doctor_id")->unique);
    assert_true(profile_of(&f, "code")->text_number);
    assert_true(profile_of(&f, "fee_cents")->low == 120 && profile_of(&f, "fee_cents")->high == 7050);
    fixture_free(&f);
}

static const struct ground_values *values_of(struct fixture *f, const char *question)
{
    struct ground_question *q = ARENA_NEW(&f->arena, struct ground_question);
    struct error err = {0};
    assert_ok(ground_read(&f->arena, f->d, NULL, &question, 1, "2026-11-17", LINK_FULL, q,
                          &err), err);
    return &q->values;
}

static void assert_has(struct fixture *f, const char *question, const char *literal)
{
    const struct ground_values *v = values_of(f, question);
    for (int i = 0; i < v->n; i++)
        if (strcmp(v->v[i].text, literal) == 0)
            return;
    print_message("'%s' has no candidate '%s'\n", question, literal);
    for (int i = 0; i < v->n; i++)
        print_message("  %-10s %s\n", ground_source_name(v->v[i].source), v->v[i].text);
    assert_true(false);
}

static void a_question_s_values_are_candidates(void **state)
{
    struct fixture f = fixture_new(clinic_sql);
    static const struct {
        const char *question, *literals[6];
    } cases[] = {
        {"doctors with more than ten visits", {"10"}},
        {"fees above 5k", {"5000"}},
        {"at least 2 million", {"2000000"}},
        {"two hundred and fifty visits", {"250"}},
        {"between 1.5 and -3", {"1.5", "-3"}},
        {"the third visit, 20 % of them", {"3", "20", "0.2"}},
        {"visits over 50 euros", {"50", "5000"}},
        {"waits over 2 hours", {"120"}},
        {"visits in 2023", {"2023", "2023-01-01", "2024-01-01", "2023-12-31"}},
        {"visits in march 2023", {"2023-03", "2023-03-01", "2023-04-01", "2023-03-31"}},
        {"visits on 1 November 2023", {"2023-11-01", "2023-11-02"}},
        {"visits on November 1st, 2023", {"2023-11-01"}},
        {"visits in Q2 2023", {"2023-Q2", "2023-04-01", "2023-07-01"}},
        {"visits in the first half of 2023", {"2023-01..2023-06", "2023-07-01"}},
        {"visits between March and May 2022", {"2022-03-01", "2022-06-01", "2022-03..2022-05"}},
        {"visits in december", {"2023-12", "2023-12-01", "2024-01-01"}},
        {"visits on 2023-11-30", {"2023-11-30"}},
        {"visits in the 1990s", {"1990..1999", "1990-01-01", "2000-01-01"}},
        {"visits last month", {"last month", "start of last month", "start of this month"}},
        {"visits in the last 30 days", {"today-30 days"}},
        {"visits today", {"today"}},
        {"doctors called \"Dr. Who\"", {"Dr. Who"}},
        {"doctors named John Smith", {"John Smith"}},
        {"visits of celine roux", {"Céline Roux"}},
        {"who is from the UK", {"United Kingdom"}},
        {"french doctors", {"France"}},
        {"women", {"F"}},
        {"urgent visits without insurance", {"1", "N"}},
        {"visits nobody attended", {"open", "closed", "cancelled"}},
        {"code 007", {"007", "7"}},
    };
    for (int i = 0; i < COUNT_OF(cases); i++)
        for (int k = 0; k < 6 && cases[i].literals[k]; k++)
            assert_has(&f, cases[i].question, cases[i].literals[k]);
    fixture_free(&f);
}

static void candidates_say_where_they_come_from(void **state)
{
    struct fixture f = fixture_new(clinic_sql);
    const struct ground_values *v = values_of(&f, "open visits of Bo Kowalski in 2023");
    int at = ground_find(v, "Bo Kowalski");
    assert_true(at >= 0);
    assert_int_equal(v->v[at].source, GROUND_CELL);
    assert_int_equal(v->v[at].first_word, 3);
    assert_int_equal(v->v[at].n_words, 2);
    assert_int_equal(v->v[at].n_columns, 1);
    assert_int_equal(v->v[at].columns[0], column_of(&f, "doctor", "name"));
    at = ground_find(v, "2024-01-01");
    assert_true(at >= 0);
    assert_int_equal(v->v[at].source, GROUND_DATE);
    assert_string_equal(v->v[at].shown, "day after 2023");
    at = ground_find(v, "cancelled");
    assert_true(at >= 0);
    assert_int_equal(v->v[at].first_word, -1);
    assert_int_equal(ground_find(v, "CANCELLED"), at);
    assert_int_equal(ground_find(v, "nowhere"), -1);
    assert_int_equal(ground_find(v, "2023.0"), ground_find(v, "2023"));
    fixture_free(&f);
}

/* Whatever is asked: no more than the limit, no text twice. */
static void candidates_are_bounded(void **state)
{
    struct fixture f = fixture_new(clinic_sql);
    struct strbuf long_question = strbuf_in(&f.arena);
    for (int i = 0; i < 300; i++)
        strbuf_printf(&long_question, "%d March %d Name%d ", i % 28 + 1, 1900 + i, i);
    const struct ground_values *v = values_of(&f, strbuf_text(&long_question));
    assert_int_equal(v->n, GROUND_MAX_VALUES);
    for (int i = 0; i < v->n; i++)
        for (int k = i + 1; k < v->n; k++)
            assert_string_not_equal(v->v[i].text, v->v[k].text);
    fixture_free(&f);
}

/* As long as a question may be: one word of it, or many of each kind, costs no more than its
 * length is worth (this took minutes when prefixes were tried one by one). */
static void long_questions_are_read(void **state)
{
    struct fixture f = fixture_new(clinic_sql);
    char *word = ARENA_ARRAY(&f.arena, char, QUESTION_MAX_BYTES);
    memset(word, 'x', QUESTION_MAX_BYTES - 1);
    assert_true(values_of(&f, word)->n > 0);
    static const char *const parts[] = {"5 hours ", "May 2023 ", "\"x\" ", "Ann and ", "- ", "10:30 "};
    for (int i = 0; i < COUNT_OF(parts); i++) {
        struct strbuf text = strbuf_in(&f.arena);
        while (text.n + strlen(parts[i]) < QUESTION_MAX_BYTES)
            strbuf_puts(&text, parts[i]);
        assert_true(values_of(&f, strbuf_text(&text))->n <= GROUND_MAX_VALUES);
    }
    fixture_free(&f);
}

/* ---- names ----------------------------------------------------------------------------------- */

/* 300 names, folded as PostgreSQL folds them: half of them of databases of our corpus that the word
 * list was not made from. */
static void folded_names_come_apart(void **state)
{
    struct arena arena = {0};
    struct error err = {0};
    struct slice text;
    assert_ok(file_read(&arena, arena_printf(&arena, "%s/folded_names.txt",
                                             getenv("ASTORMER_TEST_DATA")), 1 << 16, &text, &err), err);
    int n = 0, right = 0;
    for (const char *s = text.s; s < text.s + text.n;) {
        size_t length = strcspn(s, "\n");
        const char *wanted = arena_strndup(&arena, s, length);
        char *folded = arena_strdup(&arena, wanted);
        size_t k = 0;
        for (const char *c = wanted; *c; c++)
            if (*c != ' ')
                folded[k++] = *c;
        folded[k] = '\0';
        const char *split = ground_split_name(&arena, NULL, folded);
        bool same = strcmp(split, wanted) == 0;
        if (!same)
            print_message("# %s: %s\n", wanted, split);
        right += same;
        n++;
        s += length + 1;
    }
    print_message("# %d of %d\n", right, n);
    assert_int_equal(n, 300);
    assert_true(right * 100 >= n * 95);
    arena_release(&arena);
}

static void labels_are_what_people_say(void **state)
{
    struct fixture f = fixture_new(
        "CREATE TABLE tbl_customers (slscustid INTEGER, slscustname TEXT, slscustcountry TEXT, slscustbirthdate TEXT);"
        "CREATE TABLE net_advertiser (adv_id INTEGER, adv_brand TEXT, adv_paused_at TEXT);"
        "CREATE TABLE employee (emp_no INTEGER, emp_first_name TEXT, emp_sal REAL);"
        "CREATE TABLE sale (sal_id INTEGER, sal_qty INTEGER, sal_amt REAL);");
    static const struct {
        const char *table, *column, *label;
    } cases[] = {
        {"tbl_customers", NULL, "customers"},
        {"tbl_customers", "slscustcountry", "customer country"},
        {"tbl_customers", "slscustbirthdate", "customer birth date"},
        {"net_advertiser", "adv_paused_at", "paused at"},
        {"employee", "emp_first_name", "employee first name"},
        {"sale", "sal_qty", "quantity"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        int table = schema_find_table(&f.d->schema, slice_of(cases[i].table));
        const char *label = cases[i].column
                                ? f.d->schema.columns[column_of(&f, cases[i].table, cases[i].column)].label
                                : f.d->schema.tables[table].label;
        assert_string_equal(label, cases[i].label);
    }
    fixture_free(&f);
}

/* ---- keys ------------------------------------------------------------------------------------ */

static void undeclared_keys_are_inferred(void **state)
{
    struct fixture f = fixture_new(
        "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT);"
        "CREATE TABLE branch (br_code TEXT PRIMARY KEY, city TEXT);"
        "CREATE TABLE employee (emp_no INTEGER PRIMARY KEY, st_br_code TEXT, boss_id INTEGER);"
        "CREATE TABLE port (portcode TEXT PRIMARY KEY);"
        "CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER, approved_by INTEGER,"
        "  embarkport TEXT, customers_seen INTEGER, ship_br_code TEXT);"
        "INSERT INTO customers VALUES (1,'a'),(2,'b'),(3,'c');"
        "INSERT INTO branch VALUES ('X1','u'),('X2','v'),('X3','w');"
        "INSERT INTO employee VALUES (11,'X1',NULL),(12,'X2',11),(13,'X3',11),(14,'X1',12),(15,'X2',13);"
        "CREATE TABLE job (job_id INTEGER PRIMARY KEY, parent_id INTEGER, rank INTEGER);"
        "INSERT INTO job VALUES (1,NULL,1),(2,1,2),(3,1,3),(4,1,4);"
        "CREATE TABLE medal (rank INTEGER PRIMARY KEY, colour TEXT);"
        "INSERT INTO medal VALUES (1,'g'),(2,'s'),(3,'b'),(4,'-');"
        "INSERT INTO port VALUES ('GOA'),('BCN'),('MRS');"
        "INSERT INTO orders VALUES (1,1,11,'GOA',1,'Q1'),(2,2,12,'BCN',2,'Q2'),(3,3,13,'MRS',3,'Q3');");
    static const struct {
        const char *table, *column, *to_table, *to_column; /* NULL: refers to nothing */
    } cases[] = {
        {"orders", "customer_id", "customers", "id"},
        {"employee", "st_br_code", "branch", "br_code"},
        {"employee", "boss_id", "employee", "emp_no"},
        {"orders", "approved_by", "employee", "emp_no"},
        {"orders", "embarkport", "port", "portcode"},
        {"orders", "customers_seen", NULL, NULL},
        {"orders", "ship_br_code", NULL, NULL}, /* its values are not there */
        {"orders", "order_id", NULL, NULL},
        {"job", "parent_id", NULL, NULL}, /* one value does not say of what */
        {"job", "rank", NULL, NULL},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        int from = column_of(&f, cases[i].table, cases[i].column), to = -1;
        for (int k = 0; k < f.d->schema.n_foreign_keys; k++)
            if (f.d->schema.foreign_keys[k].from == from)
                to = f.d->schema.foreign_keys[k].to;
        assert_int_equal(to, cases[i].to_table ? column_of(&f, cases[i].to_table,
                                                           cases[i].to_column) : -1);
    }
    fixture_free(&f);
}

static int refers_to(const struct ground_database *d, int from)
{
    for (int k = 0; k < d->schema.n_foreign_keys; k++)
        if (d->schema.foreign_keys[k].from == from)
            return d->schema.foreign_keys[k].to;
    return -1;
}

/* "Club_ID_2", "Patient" where the key is called otherwise, "dormid" run together, and a schema file that
 * names one column of a key of two: what repeats is no key. */
static void keys_are_named_in_many_ways(void **state)
{
    (void)state;
    struct fixture f = fixture_new(
        "CREATE TABLE club (club_id INTEGER PRIMARY KEY); INSERT INTO club VALUES (1),(2),(3),(4);"
        "CREATE TABLE game (a INTEGER, club_id_1 INTEGER, club_id_2 INTEGER, members INTEGER);"
        "INSERT INTO game VALUES (7,1,2,801),(8,3,4,802),(9,2,1,803);"
        "CREATE TABLE patient (ssn INTEGER PRIMARY KEY); INSERT INTO patient VALUES (801),(802),(803);"
        "CREATE TABLE members (ssn2 INTEGER PRIMARY KEY); INSERT INTO members VALUES (801),(802),(803);"
        "CREATE TABLE stay (patient INTEGER, patients INTEGER, dormid INTEGER);"
        "INSERT INTO stay VALUES (801,801,10),(802,802,20),(803,803,30);"
        "CREATE TABLE dorm (dormid INTEGER, floors INTEGER); INSERT INTO dorm VALUES (10,2),(20,2),(30,3);"
        "CREATE TABLE works_on (essn INTEGER, pno INTEGER, PRIMARY KEY (essn, pno));"
        "INSERT INTO works_on VALUES (1,1),(1,2),(2,1),(3,1);"
        "CREATE TABLE dependent (essn INTEGER, nickname TEXT); INSERT INTO dependent VALUES (1,'x'),(2,'y'),(3,'z');");
    assert_int_equal(refers_to(f.d, column_of(&f, "game", "club_id_2")), column_of(&f, "club", "club_id"));
    assert_int_equal(refers_to(f.d, column_of(&f, "game", "members")), column_of(&f, "members", "ssn2"));
    assert_int_equal(refers_to(f.d, column_of(&f, "stay", "patient")), column_of(&f, "patient", "ssn"));
    assert_int_equal(refers_to(f.d, column_of(&f, "stay", "patients")), -1); /* a count */
    assert_int_equal(refers_to(f.d, column_of(&f, "stay", "dormid")), column_of(&f, "dorm", "dormid"));
    struct schema told = f.d->schema;
    told.n_foreign_keys = 0;
    told.columns[column_of(&f, "works_on", "pno")].primary = false;
    struct ground_options options = {.values = {.cache_dir = ""}};
    struct ground_database *d;
    struct error err = {0};
    assert_ok(ground_open(f.scratch.db, &told, &options, &d, &err), err);
    assert_int_equal(refers_to(d, column_of(&f, "dependent", "essn")), -1);
    ground_close(d);
    fixture_free(&f);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static bool matters(struct fixture *f, const char *question, const char *table)
{
    struct ground_question q;
    struct error err = {0};
    assert_ok(ground_read(&f->arena, f->d, NULL, &question, 1, NULL, LINK_FULL, &q, &err), err);
    return q.tables[schema_find_table(&f->d->schema, slice_of(table))] == TABLE_MATTERS;
}

/* Forty tables nobody asks about, two that are asked about, and one that joins them. */
static void tables_that_matter_are_kept(void **state)
{
    struct arena arena = {0};
    struct strbuf sql = strbuf_in(&arena);
    for (int i = 0; i < 40; i++)
        strbuf_printf(&sql, "CREATE TABLE other%d (x%d INTEGER PRIMARY KEY, y%d TEXT);", i, i, i);
    strbuf_puts(&sql, "CREATE TABLE singer (singer_id INTEGER PRIMARY KEY, name TEXT);"
                      "CREATE TABLE concert (concert_id INTEGER PRIMARY KEY, venue TEXT);"
                      "CREATE TABLE appearance (singer_id INT REFERENCES singer, concert_id INT REFERENCES concert);"
                      "CREATE VIEW concert_report AS SELECT * FROM concert;");
    struct fixture f = fixture_new(strbuf_text(&sql));
    const char *question = "names of singers and the venues of their concerts";
    assert_true(matters(&f, question, "singer"));
    assert_true(matters(&f, question, "concert"));
    assert_true(matters(&f, question, "appearance"));
    assert_false(matters(&f, question, "concert_report"));
    assert_true(matters(&f, "what does the concert report say", "concert_report"));
    int n = 0;
    for (int t = 0; t < 40; t++)
        n += matters(&f, question, arena_printf(&arena, "other%d", t));
    assert_true(n < 12);
    fixture_free(&f);
    arena_release(&arena);
}

/* Names that the question does not spell: said otherwise, misspelt, by a key. */
static void tables_are_found_by_what_is_said_instead(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct strbuf sql = strbuf_in(&arena);
    for (int i = 0; i < 40; i++)
        strbuf_printf(&sql, "CREATE TABLE other%d (x%d INTEGER PRIMARY KEY, y%d TEXT);", i, i, i);
    strbuf_puts(&sql, "CREATE TABLE leg (leg_id INTEGER PRIMARY KEY, pax INTEGER);"
                      "CREATE TABLE tradeparty (tpid INTEGER PRIMARY KEY, legalform TEXT);"
                      "CREATE TABLE declaration (decl INTEGER PRIMARY KEY, importer INT REFERENCES tradeparty);");
    struct fixture f = fixture_new(strbuf_text(&sql));
    assert_true(matters(&f, "total passengers", "leg"));
    assert_true(matters(&f, "totl pasengers", "leg"));         /* a slip */
    assert_true(matters(&f, "all importers", "tradeparty"));   /* by the key that refers to it */
    fixture_free(&f);
    arena_release(&arena);
}

/* NULL: English. */
static const char *language(struct fixture *f, const char *table)
{
    return f->d->languages ? f->d->languages[schema_find_table(&f->d->schema, slice_of(table))] : NULL;
}

/* A name means something in another language where the others around it do: among English ones "sala" is no
 * room, hall or island. */
static void languages_are_known_by_the_names_around(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct strbuf sql = strbuf_in(&arena);
    for (int i = 0; i < 40; i++)
        strbuf_printf(&sql, "CREATE TABLE other%d (x%d INTEGER PRIMARY KEY, y%d TEXT);", i, i, i);
    strbuf_puts(&sql, "CREATE TABLE kunde (kunden_nr INTEGER PRIMARY KEY, strasse TEXT);"
                      "CREATE TABLE wartungsvertrag (nr INTEGER PRIMARY KEY, kunden_nr INT REFERENCES kunde);"
                      "CREATE TABLE sutartys (sutarties_nr INTEGER PRIMARY KEY, kaina INTEGER, pradzia TEXT);"
                      "CREATE TABLE prekes (prekes_nr INTEGER PRIMARY KEY, pavadinimas TEXT, sutartis INT REFERENCES sutartys);"
                      "CREATE TABLE szerzodes (szam INTEGER PRIMARY KEY, osszeg INTEGER, datum TEXT);"
                      "CREATE TABLE musteri (musteri_no INTEGER PRIMARY KEY, adres TEXT, telefon TEXT);"
                      "CREATE TABLE sala (vendor_code INTEGER PRIMARY KEY, shelf TEXT, bracket TEXT, weekday TEXT);");
    struct fixture f = fixture_new(strbuf_text(&sql));
    assert_string_equal(language(&f, "kunde"), "German");
    assert_string_equal(language(&f, "prekes"), "Lithuanian");
    assert_string_equal(language(&f, "szerzodes"), "Hungarian");
    assert_string_equal(language(&f, "musteri"), "Turkish");
    assert_null(language(&f, "sala"));
    assert_null(language(&f, "other1"));
    assert_true(matters(&f, "customers by town", "kunde"));
    assert_true(matters(&f, "how many maintenance contracts are there", "wartungsvertrag"));
    assert_true(matters(&f, "names of the goods", "prekes"));
    assert_true(matters(&f, "how many contracts have begun", "sutartys"));
    assert_true(matters(&f, "how many contracts have begun", "szerzodes"));
    assert_true(matters(&f, "phone numbers of our customers", "musteri"));
    fixture_free(&f);
    arena_release(&arena);
}

static const char *label_of(struct fixture *f, const char *table, const char *column)
{
    return f->d->schema.columns[column_of(f, table, column)].label;
}

/* What is written together, bent, shortened or put the other way round is read as it is meant. */
static void names_abroad_are_read_in_english(void **state)
{
    (void)state;
    struct fixture f = fixture_new(
        "CREATE TABLE Mitarbeiter (MitNr INTEGER PRIMARY KEY, Geburtsdatum DATE, Rechnungsbetrag REAL);"
        "CREATE TABLE Wartungsvertraege (VertragNr INTEGER PRIMARY KEY, MitNr INT REFERENCES Mitarbeiter, Bemerkung TEXT);");
    assert_string_equal(f.d->schema.tables[1].label, "maintenance contracts");
    assert_string_equal(label_of(&f, "Mitarbeiter", "MitNr"), "employee number"); /* not "with" */
    assert_string_equal(label_of(&f, "Mitarbeiter", "Geburtsdatum"), "birth date");
    assert_string_equal(label_of(&f, "Mitarbeiter", "Rechnungsbetrag"), "invoice amount");
    assert_string_equal(label_of(&f, "Wartungsvertraege", "Bemerkung"), "remark");
    fixture_free(&f);
    f = fixture_new("CREATE TABLE t_client (cli_id INTEGER PRIMARY KEY, cli_nom TEXT, cli_date_naissance DATE);"
                    "CREATE TABLE t_commande (cmd_num INTEGER PRIMARY KEY, cmd_client INT REFERENCES t_client,"
                    " cmd_adresse_livraison TEXT, cmd_\303\251tat TEXT);"); /* \303\251: e with an accent */
    assert_string_equal(label_of(&f, "t_client", "cli_date_naissance"), "birth date");
    assert_string_equal(label_of(&f, "t_commande", "cmd_adresse_livraison"), "delivery address");
    assert_string_equal(label_of(&f, "t_commande", "cmd_client"), "customer");
    fixture_free(&f);
    f = fixture_new("CREATE TABLE customer (customer_id INTEGER PRIMARY KEY, art TEXT, tag TEXT, city TEXT, rat TEXT);");
    assert_string_equal(label_of(&f, "customer", "art"), "art"); /* all this is German, too */
    assert_string_equal(label_of(&f, "customer", "tag"), "tag");
    fixture_free(&f);
}

/* Names that run together begin with what stands for the house, then for the table. */
static void prefixes_of_a_house_are_left_out(void **state)
{
    (void)state;
    struct fixture f = fixture_new(
        "CREATE TABLE tcholder (tchoid INTEGER PRIMARY KEY, tchoname TEXT, tchobirthdate TEXT);"
        "CREATE TABLE tcpolicy (tcpono INTEGER PRIMARY KEY, tchoid INT, tcprcode TEXT, tcpobought TEXT, tcpotripfrom TEXT,"
        " tcpocancelled TEXT);"
        "CREATE TABLE tcproduct (tcprcode TEXT PRIMARY KEY, tcprname TEXT, tcprexcess REAL);"
        "CREATE TABLE tcopenpolicies (tcpono INT, tcpobought TEXT);"
        "CREATE TABLE country (code TEXT PRIMARY KEY, tcname TEXT);");
    assert_string_equal(f.d->schema.tables[0].label, "holder");
    assert_string_equal(f.d->schema.tables[3].label, "open policies");
    assert_string_equal(label_of(&f, "tcholder", "tchobirthdate"), "birth date");
    assert_string_equal(label_of(&f, "tcpolicy", "tcpono"), "number");
    assert_string_equal(label_of(&f, "tcpolicy", "tchoid"), "holder id"); /* another table's */
    assert_string_equal(label_of(&f, "tcpolicy", "tcprcode"), "product code");
    assert_string_equal(label_of(&f, "tcpolicy", "tcpotripfrom"), "trip from");
    assert_string_equal(label_of(&f, "tcopenpolicies", "tcpobought"), "policy bought");
    assert_string_not_equal(label_of(&f, "country", "tcname"), "name"); /* of no house */
    fixture_free(&f);
    f = fixture_new("CREATE TABLE KCSTAFF (KCSTID INTEGER PRIMARY KEY, KCSTNAME TEXT, KCSTROLE TEXT);"
                    "CREATE TABLE KCVAULT (KCVTID INTEGER PRIMARY KEY, KCVTSTID INT, KCVTQUORUM INT);"
                    "CREATE TABLE KCTX (KCTXID INTEGER PRIMARY KEY, KCTXVTID INT, KCTXFEE REAL);"
                    "CREATE TABLE KCCOIN (KCCNSYMBOL TEXT, KCCNNAME TEXT);");
    assert_string_equal(label_of(&f, "KCSTAFF", "KCSTROLE"), "role");
    assert_string_equal(label_of(&f, "KCVAULT", "KCVTSTID"), "staff id"); /* its own and another's */
    assert_string_equal(label_of(&f, "KCTX", "KCTXFEE"), "fee");          /* whose name is no word */
    fixture_free(&f);
    f = fixture_new("CREATE TABLE report (id INTEGER PRIMARY KEY); CREATE TABLE repair (repairid INT, repairname TEXT);"
                    "CREATE TABLE reptile (id INT); CREATE TABLE replies (id INT);"
                    "CREATE TABLE doctypes (doctype TEXT); CREATE TABLE docheaders (docno INT); CREATE TABLE doclines (docno INT);");
    assert_string_equal(f.d->schema.tables[0].label, "report"); /* words that happen to begin alike */
    assert_string_equal(f.d->schema.tables[5].label, "document headers"); /* and what speaks itself */
    fixture_free(&f);
}

/* A table of few words, many of which are English, too, is in the language of the others. */
static void tables_of_few_words_are_as_the_others(void **state)
{
    (void)state;
    struct fixture f = fixture_new(
        "CREATE TABLE facture (no_fact INTEGER, montant REAL, date_echeance TEXT, adresse TEXT);"
        "CREATE TABLE abonne (id_abo INTEGER, nom TEXT, prenom TEXT, telephone TEXT);"
        "CREATE TABLE reglement (id_reg INTEGER, rejete INT, libelle TEXT);"
        "CREATE TABLE agent (agent_code INTEGER, client TEXT, date_embauche TEXT);"
        "CREATE TABLE index_table (index_date TEXT, format TEXT);");
    assert_string_equal(label_of(&f, "agent", "date_embauche"), "hiring date");
    assert_null(language(&f, "index_table"));
    fixture_free(&f);
}

static void abbreviations_are_spelt_out(void **state)
{
    (void)state;
    struct fixture f = fixture_new(
        "CREATE TABLE holder (hldr_no INTEGER PRIMARY KEY, gndr TEXT, sts_cd TEXT, rgstrd_dt DATE, batt_pct REAL);"
        "CREATE TABLE offcr (offcr_id INTEGER PRIMARY KEY, rnk TEXT, apprvd_by INT, xqzv TEXT, hold_no INT);");
    assert_string_equal(f.d->schema.tables[1].label, "officer");
    assert_string_equal(label_of(&f, "holder", "hldr_no"), "holder number");
    assert_string_equal(label_of(&f, "holder", "gndr"), "gender");
    assert_string_equal(label_of(&f, "holder", "sts_cd"), "status code");
    assert_string_equal(label_of(&f, "holder", "rgstrd_dt"), "registered date");
    assert_string_equal(label_of(&f, "holder", "batt_pct"), "battery percent");
    assert_string_equal(label_of(&f, "offcr", "apprvd_by"), "approved by");
    assert_string_equal(label_of(&f, "offcr", "xqzv"), "xqzv"); /* nothing fits */
    fixture_free(&f);
}

/* A schema's own words come before the list's; a word is not short for a longer one that is made of it. */
static void abbreviations_are_those_of_the_schema(void **state)
{
    (void)state;
    struct fixture f = fixture_new(
        "CREATE TABLE adjusters (adj_id INTEGER PRIMARY KEY, sys_note TEXT, sts_cd TEXT, seats INT);"
        "CREATE TABLE birders (birder_id INTEGER PRIMARY KEY, bird TEXT, garden TEXT, gardener TEXT);");
    assert_string_equal(label_of(&f, "adjusters", "adj_id"), "adjusters id"); /* not of an adjustment */
    assert_string_equal(label_of(&f, "adjusters", "sys_note"), "system note");
    assert_string_equal(label_of(&f, "adjusters", "sts_cd"), "status code"); /* has their consonants, but is listed */
    assert_string_equal(label_of(&f, "birders", "bird"), "bird");
    assert_string_equal(label_of(&f, "birders", "garden"), "garden");
    fixture_free(&f);
}

/* "word gloss, ": folded words by the alphabet, each once, glosses of one to three words. */
static void check_dictionary(const char *language, const char *text)
{
    struct slice before = {0};
    for (const char *s = text; *s;) {
        size_t n = strcspn(s, ","), word = strcspn(s, " ");
        if (word >= n || s[n] != ',' || s[n + 1] != ' ')
            fail_test("%s: no entry at '%.20s'", language, s);
        struct slice w = {s, word};
        if (before.s && compare_slices(before, w) >= 0)
            fail_test("%s: '%.*s' is not after '%.*s'", language, (int)w.n, w.s, (int)before.n, before.s);
        int words = 1;
        for (size_t i = word + 1; i < n; i++) {
            words += s[i] == ' ';
            if (!islower((unsigned char)s[i]) && !isdigit((unsigned char)s[i]) && s[i] != ' ' && s[i] != '-')
                fail_test("%s: gloss of '%.*s'", language, (int)w.n, w.s);
        }
        for (size_t i = 0; i < word; i++)
            if (!islower((unsigned char)s[i]) && !isdigit((unsigned char)s[i]))
                fail_test("%s: '%.*s' is not folded", language, (int)w.n, w.s);
        if (words > 3)
            fail_test("%s: gloss of '%.*s' has %d words", language, (int)w.n, w.s, words);
        before = w;
        s += n + 2;
    }
}

static void dictionaries_are_in_order(void **state)
{
    (void)state;
#define LANGUAGE(id, name, order, text) check_dictionary(name, text);
#include "ground/languages.def"
}

static bool same_part(struct fixture *f, const struct key_graph *g, const char *a, const char *b)
{
    const struct schema *s = &f->d->schema;
    return g->part[schema_find_table(s, slice_of(a))] == g->part[schema_find_table(s, slice_of(b))];
}

/* Keys that nobody declared hold a schema together where they can be trusted: not between two tables' own keys, and not
 * between parts that declared keys make. */
static void parts_are_held_together_by_trusted_keys(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct strbuf sql = strbuf_in(&arena);
    strbuf_puts(&sql, "CREATE TABLE wide (w INTEGER PRIMARY KEY"); /* small schemas get keys by name: schema_repair_keys */
    for (int i = 0; i < 100; i++)
        strbuf_printf(&sql, ", w%d TEXT", i);
    strbuf_puts(&sql, ");"
        "CREATE TABLE zone (zone_id INTEGER PRIMARY KEY, title TEXT); INSERT INTO zone VALUES (1,'a'),(2,'b'),(3,'c');"
        "CREATE TABLE spot (spot_no INTEGER PRIMARY KEY, zone_id INT REFERENCES zone, fitter_id INT);"
        "INSERT INTO spot VALUES (11,1,21),(12,2,22),(13,3,23);"
        "CREATE TABLE zones (zone_id INTEGER PRIMARY KEY, tax TEXT); INSERT INTO zones VALUES (1,'x'),(2,'y'),(3,'z');"
        "CREATE TABLE levy (levy_no INTEGER PRIMARY KEY, zone_id INT REFERENCES zones, spot_no INT);"
        "INSERT INTO levy VALUES (5,1,11),(6,2,12),(7,3,13);"
        "CREATE TABLE fitter (fitter_id INTEGER PRIMARY KEY, phone TEXT);"
        "INSERT INTO fitter VALUES (21,'1'),(22,'2'),(23,'3');");
    struct fixture f = fixture_new(strbuf_text(&sql));
    struct key_graph g = key_graph_of(&f.arena, f.d);
    assert_int_equal(refers_to(f.d, column_of(&f, "levy", "spot_no")), column_of(&f, "spot", "spot_no"));
    assert_true(same_part(&f, &g, "spot", "zone"));
    assert_true(same_part(&f, &g, "spot", "fitter")); /* inferred */
    assert_false(same_part(&f, &g, "levy", "spot"));
    assert_false(same_part(&f, &g, "zones", "zone"));
    assert_int_equal(g.n_parts, 3);
    fixture_free(&f);
    arena_release(&arena);
}

/* Twenty pairs of tables that are all asked about, each joined by a third: no more paths than there is room for. */
static void paths_are_bounded(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct strbuf sql = strbuf_in(&arena);
    strbuf_puts(&sql, "CREATE TABLE hub (hub_id INTEGER PRIMARY KEY);");
    for (int i = 0; i < 20; i++)
        strbuf_printf(&sql, "CREATE TABLE spoke%d (s%d INTEGER PRIMARY KEY, hub_id INT REFERENCES hub);"
                            "CREATE TABLE singer%d (name TEXT, s%d INT REFERENCES spoke%d);", i, i, i, i, i);
    struct fixture f = fixture_new(strbuf_text(&sql));
    int n = 0;
    for (int t = 0; t < f.d->schema.n_tables; t++)
        n += matters(&f, "names of the singers", f.d->schema.tables[t].name);
    assert_true(n >= GROUND_TABLES && n <= GROUND_TABLES + GROUND_PATH_TABLES);
    fixture_free(&f);
    arena_release(&arena);
}

/* Every table is in one group, with what keys connect; tables without keys are of one part. */
static void groups_divide_a_large_schema(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct strbuf sql = strbuf_in(&arena);
    strbuf_puts(&sql, "CREATE TABLE hub (hub_id INTEGER PRIMARY KEY);");
    for (int i = 0; i < 20; i++)
        strbuf_printf(&sql, "CREATE TABLE spoke%d (s%d INTEGER PRIMARY KEY, hub_id INT REFERENCES hub);"
                            "CREATE TABLE alone%d (a%d INTEGER PRIMARY KEY);", i, i, i, i);
    strbuf_puts(&sql, "CREATE VIEW hubs AS SELECT * FROM hub;");
    struct fixture f = fixture_new(strbuf_text(&sql));
    const struct schema *s = &f.d->schema;
    struct ground_question q;
    struct error err = {0};
    const char *question = "ids of spoke 7";
    assert_ok(ground_read(&f.arena, f.d, NULL, &question, 1, NULL, LINK_FULL, &q, &err), err);
    struct ground_groups groups = ground_groups(&f.arena, f.d, &q);
    int *times = ARENA_ARRAY(&f.arena, int, s->n_tables), hub = schema_find_table(s, slice_of("hub")), parts[2] = {-1, -1};
    for (int i = 0; i < groups.n; i++) {
        const struct ground_group *g = &groups.v[i];
        assert_in_range(g->n, 1, GROUND_GROUP_TABLES);
        assert_in_range(g->part, 0, groups.n_parts - 1);
        for (int k = 0; k < g->n; k++) {
            bool connected = g->tables[k] == hub || strncmp(s->tables[g->tables[k]].name, "spoke", 5) == 0;
            times[g->tables[k]]++;
            assert_true(parts[connected] < 0 || parts[connected] == g->part);
            parts[connected] = g->part;
            assert_true(q.score[g->tables[k]] <= q.score[groups.v[0].tables[0]]);
        }
    }
    assert_int_not_equal(parts[0], parts[1]);
    for (int t = 0; t < s->n_tables; t++)
        assert_int_equal(times[t], !s->tables[t].view);
    fixture_free(&f);
    arena_release(&arena);
}

/* Where few tables are there is nothing to find: all matter, and no words are kept. */
static void small_schemas_are_left_alone(void **state)
{
    (void)state;
    struct fixture f = fixture_new("CREATE TABLE a (x INTEGER PRIMARY KEY); CREATE TABLE b (y TEXT);");
    assert_int_equal(f.d->n_words, 0);
    assert_true(matters(&f, "something else", "a"));
    assert_true(matters(&f, "something else", "b"));
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_known_by_what_they_hold),
        cmocka_unit_test(a_question_s_values_are_candidates),
        cmocka_unit_test(candidates_say_where_they_come_from),
        cmocka_unit_test(candidates_are_bounded),
        cmocka_unit_test(long_questions_are_read),
        cmocka_unit_test(folded_names_come_apart),
        cmocka_unit_test(labels_are_what_people_say),
        cmocka_unit_test(undeclared_keys_are_inferred),
        cmocka_unit_test(keys_are_named_in_many_ways),
        cmocka_unit_test(names_abroad_are_read_in_english),
        cmocka_unit_test(prefixes_of_a_house_are_left_out),
        cmocka_unit_test(tables_of_few_words_are_as_the_others),
        cmocka_unit_test(abbreviations_are_spelt_out),
        cmocka_unit_test(abbreviations_are_those_of_the_schema),
        cmocka_unit_test(dictionaries_are_in_order),
        cmocka_unit_test(tables_that_matter_are_kept),
        cmocka_unit_test(tables_are_found_by_what_is_said_instead),
        cmocka_unit_test(languages_are_known_by_the_names_around),
        cmocka_unit_test(parts_are_held_together_by_trusted_keys),
        cmocka_unit_test(paths_are_bounded),
        cmocka_unit_test(groups_divide_a_large_schema),
        cmocka_unit_test(small_schemas_are_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
