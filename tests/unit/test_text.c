/* test_text.c - words, stems, tables, similarity, WordPiece against golden files, word lists. */
#include "test.h"

#include "text/text.h"

#include <stdio.h>

static const char *test_data(struct arena *a, const char *name)
{
    const char *dir = getenv("ASTORMER_TEST_DATA");
    return arena_printf(a, "%s/%s", dir ? dir : "tests/data", name);
}

/* ---- words ---------------------------------------------------------------------------------- */

/* "kind:folded" of every word, so that a case is one line. */
static const char *describe(struct arena *a, const char *text)
{
    static const char letters[] = {'w', 'n', 'd', 'h', 'p'};
    struct words words = words_split(a, text, strlen(text));
    struct strbuf out = strbuf_in(a);
    uint32_t at = 0;
    for (int i = 0; i < words.n; i++) {
        const struct word *w = &words.v[i];
        assert_true(w->start >= at && w->end > w->start && w->end <= strlen(text));
        at = w->end;
        if (w->kind == WORD_PUNCT)
            strbuf_printf(&out, " p:%.*s", (int)(w->end - w->start), text + w->start);
        else
            strbuf_printf(&out, " %c:%.*s%s%s", letters[w->kind], (int)w->folded.n, w->folded.s,
                          w->quoted ? "\"" : "", w->upper ? "^" : "");
    }
    return out.n ? out.s + 1 : "";
}

static void words_come_apart_as_people_read_them(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"", ""},
        {" \t\n ", ""},
        {"Show the Names, please.", "w:show w:the w:names^ p:, w:please p:."},
        {"What's José's age?", "w:what p:'s w:jose^ p:'s w:age p:?"},
        {"O'Brien and the dogs' food", "w:obrien^ w:and w:the w:dogs p:' w:food"},
        {"Jean-Luc Picard", "w:jean p:- w:luc^ w:picard^"},
        {"over 1,000 or 3.50 or -2.5%", "w:over n:1000 w:or n:3.5 w:or n:-2.5 p:%"},
        {"3.0 007 2010-2015", "n:3 n:007 n:2010 p:- n:2015"},
        {"on 2014-05-06 at 10:30", "w:on d:2014-05-06 w:at d:10:30"},
        {"since 12/31/1999.", "w:since d:12/31/1999 p:."},
        {"2008Q1 21st 60s", "w:2008q1 w:21st w:60s"},
        {"in the U.S.A. or U.K", "w:in w:the w:usa^ w:or w:uk^"},
        {"called 'Red Car' or \"a b\"", "w:called p:' w:red\"^ w:car\"^ p:' w:or p:\" w:a\" w:b\" p:\""},
        {"songs “Über Alles”", "w:songs p:“ w:uber\"^ w:alles\"^ p:”"},
        {"first_name a@b.com", "w:first p:_ w:name w:a p:@ w:b p:. w:com"},
        {"歌手30岁", "h:歌 h:手 n:30 h:岁"},
        {"ｆｕｌｌ ﬁne Straße", "w:full w:fine w:strasse^"},
        {"end. Next NASA", "w:end p:. w:next w:nasa^"},
        {"Se\xF1or \xFF", "w:senor w:y"},
        {"a\xE2\x80", "w:aa p:\x80"},
    };
    struct arena a = {0};
    for (int i = 0; i < COUNT_OF(cases) - 1; i++)
        assert_string_equal(describe(&a, cases[i].text), cases[i].words);
    describe(&a, cases[COUNT_OF(cases) - 1].text); /* cut-off UTF-8: only the ranges matter */
    arena_release(&a);
}

static void normal_form_ignores_case_accents_and_marks(void **state)
{
    (void)state;
    struct arena a = {0};
    const char *same[] = {"São Paulo", "sao-paulo", " SAO  PAULO! ", "Sa\xCC\x83o (Paulo)"};
    for (int i = 0; i < COUNT_OF(same); i++)
        assert_string_equal(text_normal(&a, same[i], strlen(same[i])), "sao paulo");
    assert_string_equal(text_normal(&a, "...", 3), "");
    arena_release(&a);
}

static void stems_meet(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"singers", "singer"}, {"countries", "country"}, {"people", "person"},
        {"released", "release"}, {"children", "child"}, {"cities", "city"},
    };
    char x[64], y[64];
    for (int i = 0; i < COUNT_OF(pairs); i++) {
        text_stem(pairs[i][0], strlen(pairs[i][0]), x, sizeof x);
        text_stem(pairs[i][1], strlen(pairs[i][1]), y, sizeof y);
        assert_string_equal(x, y);
    }
    assert_int_equal(text_stem("歌", 3, x, sizeof x), 3);
    assert_int_equal(text_stem("singers", 7, x, 4), 3); /* cut to the room there is */
    assert_true(text_is_stop_word("the", 3));
    assert_false(text_is_stop_word("th", 2));
    assert_false(text_is_stop_word("", 0));
    assert_true(text_is_stop_word("的", 3));
}

static void tables_answer(void **state)
{
    (void)state;
    struct arena a = {0};
    assert_string_equal(text_expand_abbreviations(&a, "cust addr 2"), "customer address 2");
    assert_null(text_expand_abbreviations(&a, "singer name"));
    assert_string_equal(text_alias("french", 6, 0), "france");
    assert_null(text_alias("french", 6, 1));
    int n = 0;
    while (text_alias("american", 8, n))
        n++;
    assert_int_equal(n, 3);
    assert_string_equal(text_hint("older", 5, 0), "age");
    assert_null(text_hint("zzz", 3, 0));
    arena_release(&a);
}

static void numbers_and_dates_are_told_from_text(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
    } numbers[] = {{"12", 12}, {" -3.5 ", -3.5}, {"1,234,567", 1234567}, {".5", .5}, {"2e3", 2000}};
    double value;
    for (int i = 0; i < COUNT_OF(numbers); i++) {
        assert_true(text_number(numbers[i].text, strlen(numbers[i].text), &value));
        assert_true(value == numbers[i].value);
    }
    static const char *const not_numbers[] = {"", "-", ".", "1,23", "12a", "1 2", "0x10", "nan", "inf",
                                              "1e", "1e9999", "1.2.3"};
    for (int i = 0; i < COUNT_OF(not_numbers); i++)
        assert_false(text_number(not_numbers[i], strlen(not_numbers[i]), &value));
    static const char *const dates[] = {
        "2014-05-06", "2014/5/6", "12/31/99", "31.12.1999", "10:30", "9:15 pm", "10:30:05.123",
        "2014-05-06 10:30:00", "2014-05-06T10:30:00Z", "6 May 2014", "May 6, 2014", "06-May-14",
        "September 2001", "2014-05",
    };
    for (int i = 0; i < COUNT_OF(dates); i++)
        if (!text_is_date(dates[i], strlen(dates[i])))
            fail_test("'%s' should be a date", dates[i]);
    static const char *const not_dates[] = {"2014", "12", "1.5", "may", "12-34567", "555-1234",
                                            "2014-05-06x", "a 10:30", "192.168.1.1", "10-20"};
    for (int i = 0; i < COUNT_OF(not_dates); i++)
        if (text_is_date(not_dates[i], strlen(not_dates[i])))
            fail_test("'%s' should not be a date", not_dates[i]);
}

/* ---- similarity -------------------------------------------------------------------------------- */

static int slow_subsequence(const char *a, int n, const char *b, int m)
{
    static int table[301][301];
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++)
            table[i][j] = i == 0 || j == 0 ? 0
                          : a[i - 1] == b[j - 1] ? table[i - 1][j - 1] + 1
                                                 : MAX(table[i - 1][j], table[i][j - 1]);
    return table[n][m];
}

/* Optimal string alignment distance by its definition. */
static int slow_edits(const char *a, int n, const char *b, int m)
{
    static int d[13][13];
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++) {
            d[i][j] = i == 0 ? j : j == 0 ? i : MIN(d[i - 1][j], d[i][j - 1]) + 1;
            if (i && j)
                d[i][j] = MIN(d[i][j], d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = MIN(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[n][m];
}

static void similarity_and_edits_keep_their_definitions(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 7);
    char a[300], b[300];
    for (int round = 0; round < 300; round++) {
        int n = (int)rng_below(&rng, 257), m = (int)rng_below(&rng, 257);
        for (int i = 0; i < n; i++)
            a[i] = (char)('a' + rng_below(&rng, 4));
        for (int i = 0; i < m; i++)
            b[i] = (char)('a' + rng_below(&rng, 4));
        double expected = n + m == 0 ? 1 : 2.0 * slow_subsequence(a, n, b, m) / (n + m);
        assert_true(text_similarity(a, (size_t)n, b, (size_t)m) == expected);
    }
    for (int round = 0; round < 3000; round++) {
        size_t n = rng_below(&rng, 12), m = rng_below(&rng, 12);
        for (size_t i = 0; i < n; i++)
            a[i] = (char)('a' + rng_below(&rng, 3));
        for (size_t i = 0; i < m; i++)
            b[i] = (char)('a' + rng_below(&rng, 3));
        int exact = slow_edits(a, (int)n, b, (int)m);
        for (int max = 0; max < 5; max++)
            assert_int_equal(text_edits(a, n, b, m, max), MIN(exact, max + 1));
    }
    assert_int_equal(text_edits("kitten", 6, "sitting", 7, 5), 3);
    assert_int_equal(text_edits("ab", 2, "ba", 2, 5), 1);
    assert_int_equal(text_edits("abcdef", 6, "uvwxyz", 6, 2), 3);
    assert_int_equal(text_edits("", 0, "", 0, 2), 0);
}

static void spans_keep_the_users_spelling(void **state)
{
    (void)state;
    static const struct {
        const char *text, *value, *span;
    } cases[] = {
        {"singers from San  Francisco?", "san francisco", "San  Francisco"},
        {"Who is José Pérez", "jose perez", "José Pérez"},
        {"on 2014-05-06 .", "2014 - 05 - 06", "2014-05-06"},
        {"aab", "ab", "ab"},
        {"in 北京 now", "北 京", "北京"},
        {"none", "some", NULL},
        {"x", "", NULL},
        {"", "x", NULL},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        uint32_t start = 0, end = 0;
        bool found = text_find_span(cases[i].text, strlen(cases[i].text), cases[i].value, &start,
                                    &end);
        assert_int_equal(found, cases[i].span != NULL);
        if (found)
            assert_true(slice_equal((struct slice){cases[i].text + start, end - start},
                                    cases[i].span));
    }
}

/* ---- WordPiece ---------------------------------------------------------------------------------- */

/* \xNN back to bytes, in place; returns the length. */
static size_t unescape(char *s, size_t n)
{
    size_t out = 0;
    for (size_t i = 0; i < n; i++) {
        if (s[i] == '\\' && i + 3 < n && s[i + 1] == 'x') {
            char hex[3] = {s[i + 2], s[i + 3], '\0'};
            s[out++] = (char)strtol(hex, NULL, 16);
            i += 3;
        } else {
            s[out++] = s[i];
        }
    }
    return out;
}

static void assert_pieces(struct arena *a, const struct vocab *vocab, const char *text, size_t n,
                          const char *expected, int line)
{
    struct tokens tokens = wordpiece_split(a, vocab, text, n);
    struct strbuf got = strbuf_in(a);
    uint32_t at = 0;
    for (int i = 0; i < tokens.n; i++) {
        const struct token *t = &tokens.v[i];
        strbuf_printf(&got, "%s%.*s", i ? " " : "", (int)vocab->pieces[t->id].n,
                      vocab->pieces[t->id].s);
        /* two pieces of one decomposed character share its bytes; otherwise they go forward */
        assert_true(t->start < t->end && t->end <= n && t->start + 8 > at);
        at = MAX(at, t->end);
    }
    if (strcmp(strbuf_text(&got), expected) != 0)
        fail_test("golden line %d: got '%s', expected '%s'", line, strbuf_text(&got), expected);
}

static void wordpiece_agrees_with_the_golden_file(void **state)
{
    (void)state;
    struct arena a = {0};
    struct error err = {0};
    struct vocab vocab;
    assert_ok(vocab_read(&a, test_data(&a, "wordpiece_vocab.txt"), VOCAB_UNCASED, &vocab, &err),
              err);
    struct slice golden;
    assert_ok(file_read(&a, test_data(&a, "wordpiece_golden.tsv"), 1 << 20, &golden, &err), err);
    int line = 0, cases = 0;
    char *copy = arena_strndup(&a, golden.s, golden.n);
    for (char *s = copy, *next; *s; s = next) {
        char *end = strchr(s, '\n');
        line++;
        *end = '\0';
        next = end + 1;
        if (*s == '#' && s[1] == ' ')
            continue;
        char *tab = strrchr(s, '\t');
        assert_non_null(tab);
        size_t n = unescape(s, (size_t)(tab - s));
        /* a copy of the exact size, so that a sanitizer sees a read past the end */
        char *exact = xmalloc(n ? n : 1);
        memcpy(exact, s, n);
        assert_pieces(&a, &vocab, exact, n, tab + 1, line);
        xfree(exact);
        cases++;
    }
    assert_true(cases > 70);
    arena_release(&a);
}

static void tokens_point_at_what_the_user_wrote(void **state)
{
    (void)state;
    struct arena a = {0};
    struct error err = {0};
    struct vocab vocab;
    assert_ok(vocab_read(&a, test_data(&a, "wordpiece_vocab.txt"), VOCAB_UNCASED, &vocab, &err),
              err);
    const char *text = "SINGERS José of Jose\xCC\x81 in 中国";
    struct tokens t = wordpiece_split(&a, &vocab, text, strlen(text));
    static const char *const spans[] = {"SINGER", "S", "José", "of", "Jose\xCC\x81", "i", "n", "中", "国"};
    assert_int_equal(t.n, COUNT_OF(spans));
    for (int i = 0; i < t.n; i++)
        assert_true(slice_equal((struct slice){text + t.v[i].start, t.v[i].end - t.v[i].start},
                                spans[i]));
    int ids[16];
    for (int i = 0; i < t.n; i++)
        ids[i] = t.v[i].id;
    assert_string_equal(wordpiece_join(&a, &vocab, ids, t.n), "singers jose of jose in中国");
    assert_string_equal(wordpiece_join(&a, &vocab, ids, 0), "");

    struct vocab cased;
    assert_ok(vocab_read(&a, test_data(&a, "wordpiece_vocab.txt"), VOCAB_CASED, &cased, &err), err);
    assert_pieces(&a, &cased, "singers Singers", 15, "singer ##s [UNK]", 0);
    arena_release(&a);
}

static void a_vocabulary_must_be_one(void **state)
{
    (void)state;
    struct arena a = {0};
    struct error err = {0};
    struct vocab vocab;
    assert_int_equal(vocab_parse(&a, slice_of("a\nb\n"), "x.txt", VOCAB_UNCASED, &vocab, &err),
                     ST_INPUT);
    assert_non_null(strstr(err.message, "x.txt: no line '[UNK]'"));
    assert_int_equal(vocab_parse(&a, slice_of(""), "x.txt", VOCAB_UNCASED, &vocab, &err), ST_INPUT);
    assert_ok(vocab_parse(&a, slice_of("[UNK]\r\n[CLS]\r\n\r\n[SEP]\r\nab"), "x", VOCAB_UNCASED,
                          &vocab, &err), err);
    assert_int_equal(vocab.n_pieces, 5);
    assert_int_equal(vocab.sep, 3);
    assert_int_equal(vocab.pad, -1);
    assert_int_equal(vocab_read(&a, "/nonexistent/v.txt", VOCAB_UNCASED, &vocab, &err), ST_IO);
    arena_release(&a);
}

/* Against the real vocabulary, where there is one: ASTORMER_BERT_VOCAB=.../vocab.txt. */
static void the_real_vocabulary_gives_known_ids(void **state)
{
    (void)state;
    const char *path = getenv("ASTORMER_BERT_VOCAB");
    struct arena a = {0};
    struct error err = {0};
    struct vocab vocab;
    assert_ok(vocab_read(&a, path, VOCAB_UNCASED, &vocab, &err), err);
    assert_int_equal(vocab.n_pieces, 30522);
    assert_int_equal(vocab.cls, 101);
    assert_int_equal(vocab.sep, 102);
    static const int hello[] = {7592, 1010, 2088, 999};
    struct tokens t = wordpiece_split(&a, &vocab, "Hello, World!", 13);
    assert_int_equal(t.n, 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(t.v[i].id, hello[i]);
    assert_pieces(&a, &vocab, "unaffable embeddings", 20,
                  "una ##ffa ##ble em ##bed ##ding ##s", 0);
    arena_release(&a);
}

/* ---- word lists ------------------------------------------------------------------------------------ */

static void word_lists_back_off(void **state)
{
    (void)state;
    struct arena a = {0};
    struct error err = {0};
    struct word_list list;
    assert_ok(word_list_parse(&a, slice_of("the\nsinger\nseven\nyear\nnumber\nbirth\ndate\ncity\ncafe\n"),
                              "w", &list, &err), err);
    static const struct {
        const char *word;
        int n, rows[2];
    } cases[] = {
        {"singer", 1, {1}}, {"Singer", 1, {1}}, {"singers", 1, {1}}, {"cities", 1, {7}},
        {"Café", 1, {8}},   {"7", 1, {2}},      {"1999", 1, {3}},    {"12345", 1, {4}},
        {"birthdate", 2, {5, 6}}, {"xyzzy", 0, {0}}, {"", 0, {0}},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        int rows[2];
        int n = word_list_find(&list, cases[i].word, strlen(cases[i].word), rows, 2);
        assert_int_equal(n, cases[i].n);
        for (int k = 0; k < n; k++)
            assert_int_equal(rows[k], cases[i].rows[k]);
    }
    assert_int_equal(word_list_parse(&a, slice_of("a\n\nb"), "w", &list, &err), ST_INPUT);
    assert_string_equal(err.message, "w:2: empty line where a word was expected");
    arena_release(&a);
}

static bool has_piece(struct slice text, const char *piece)
{
    size_t n = strlen(piece);
    for (const char *at = text.s; at < text.s + text.n; at = strchr(at, '\n') + 1)
        if (strncmp(at, piece, n) == 0 && at[n] == '\n')
            return true;
    return false;
}

static void a_vocabulary_is_made_of_texts(void **state)
{
    (void)state;
    struct arena a = {0};
    struct vocab_counts *counts = vocab_counts_new(&a);
    static const char *const texts[] = {"Singers of 2014", "singers, jos\xC3\xA9", "\xE5\x8C\x97\xE4\xBA\xAC",
                                        "once \xFF\xFE", ""};
    for (int i = 0; i < COUNT_OF(texts); i++)
        vocab_counts_add(counts, texts[i], strlen(texts[i]));
    struct slice text = vocab_counts_text(&a, counts, 1000);
    static const char *const there[] = {"[PAD]", "[UNK]", "singers", "j", "##j", "\xE5\x8C\x97", "~", "9", "##9"};
    static const char *const missing[] = {"2014", "once", "##\xE5\x8C\x97", "A", "\xE5\x8C\x97\xE4\xBA\xAC"};
    for (int i = 0; i < COUNT_OF(there); i++)
        assert_true(has_piece(text, there[i]));
    for (int i = 0; i < COUNT_OF(missing); i++)
        assert_false(has_piece(text, missing[i]));
    /* what it was made of has no unknown words, and comes back */
    struct vocab vocab;
    struct error err = {0};
    assert_ok(vocab_parse(&a, text, "made", VOCAB_UNCASED, &vocab, &err), err);
    struct tokens t = wordpiece_split(&a, &vocab, texts[0], strlen(texts[0]));
    int ids[16];
    for (int i = 0; i < t.n; i++) {
        assert_int_not_equal(t.v[i].id, vocab.unk);
        ids[i] = t.v[i].id;
    }
    assert_string_equal(wordpiece_join(&a, &vocab, ids, t.n), "singers of 2014");
    /* a small vocabulary loses words, never characters */
    struct slice small = vocab_counts_text(&a, counts, 1);
    assert_false(has_piece(small, "singers"));
    assert_true(has_piece(small, "##j"));
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_come_apart_as_people_read_them),
        cmocka_unit_test(normal_form_ignores_case_accents_and_marks),
        cmocka_unit_test(stems_meet),
        cmocka_unit_test(tables_answer),
        cmocka_unit_test(numbers_and_dates_are_told_from_text),
        cmocka_unit_test(similarity_and_edits_keep_their_definitions),
        cmocka_unit_test(spans_keep_the_users_spelling),
        cmocka_unit_test(wordpiece_agrees_with_the_golden_file),
        cmocka_unit_test(tokens_point_at_what_the_user_wrote),
        cmocka_unit_test(a_vocabulary_must_be_one),
        cmocka_unit_test(word_lists_back_off),
        cmocka_unit_test(a_vocabulary_is_made_of_texts),
    };
    const struct CMUnitTest with_real_vocabulary[] = {
        cmocka_unit_test(the_real_vocabulary_gives_known_ids),
    };
    /* not even listed without its file: a skipped test counts as failed in cmocka's TAP */
    if (getenv("ASTORMER_BERT_VOCAB"))
        return cmocka_run_group_tests(with_real_vocabulary, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
