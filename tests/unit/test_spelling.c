/* test_spelling.c - what value leaves may spell: every prefix of a good one leads to its end. */
#include "test.h"

#include "search/internal.h"

static const struct {
    enum spelling spelling;
    const char *text;
    bool good;
} cases[] = {
    {SPELL_COUNT, "10", true},          {SPELL_COUNT, "ten", false},
    {SPELL_COUNT, "1234567890", false}, {SPELL_NUMBER, "-12.5", true},
    {SPELL_NUMBER, "1.2.3", false},     {SPELL_NUMBER, "red", false},
    {SPELL_DIGITS, "2023/05", true},    {SPELL_DIGITS, "may", false},
    {SPELL_PERIOD, "2023", true},       {SPELL_PERIOD, "2023-Q3", true},
    {SPELL_PERIOD, "2023-Q5", false},   {SPELL_PERIOD, "2023-12", true},
    {SPELL_PERIOD, "2023-13", false},   {SPELL_PERIOD, "2024-02-29", true},
    {SPELL_PERIOD, "2023-02-29", false}, {SPELL_PERIOD, "2023-02-30", false},
    {SPELL_PERIOD, "0000", false},      {SPELL_PERIOD, "last month", true},
    {SPELL_PERIOD, "last fortnight", false}, {SPELL_PERIOD, "today-30 days", true},
    {SPELL_PERIOD, "today-0 days", false}, {SPELL_PERIOD, "2022..2023", true},
    {SPELL_PERIOD, "2023-03..2023-05", true}, {SPELL_PERIOD, "this year..today", true},
    {SPELL_DATE, "2023-03-15", true},   {SPELL_DATE, "2023-03-15 14:30:00", true},
    {SPELL_DATE, "2023-03-15 25:00:00", false}, {SPELL_DATE, "start of last month", true},
    {SPELL_DATE, "now-2 hours", true},  {SPELL_DATE, "soon", false},
    {SPELL_ANY, "today-60 years", false}, {SPELL_ANY, "now-2 hours", false},
    {SPELL_ANY, "1965..1990", false},   {SPELL_ANY, "2023-03-15", true},
    {SPELL_ANY, "today's", true},       {SPELL_ANY, "A-12", true},
};

static void every_beginning_of_a_good_one_leads_on(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT_OF(cases); i++) {
        size_t n = strlen(cases[i].text);
        bool good = spelling_left(cases[i].spelling, cases[i].text) == 0;
        if (good != cases[i].good)
            fail_test("'%s' is taken for %s", cases[i].text, good ? "good" : "bad");
        for (size_t k = 0; good && k <= n; k++) {
            char prefix[64] = "";
            memcpy(prefix, cases[i].text, k);
            int left = spelling_left(cases[i].spelling, prefix);
            if (left < 0 || left > (int)(n - k) + 4)
                fail_test("'%s' of '%s' lacks %d letters", prefix, cases[i].text, left);
        }
    }
}

/* What is good is what sql/ reads. */
static void good_periods_and_dates_are_read(void **state)
{
    (void)state;
    struct period period;
    struct date_literal date;
    for (int i = 0; i < COUNT_OF(cases); i++) {
        if (!cases[i].good)
            continue;
        if (cases[i].spelling == SPELL_PERIOD && !period_parse(cases[i].text, &period))
            fail_test("'%s' is no period", cases[i].text);
        if (cases[i].spelling == SPELL_DATE && !date_literal_parse(cases[i].text, &date))
            fail_test("'%s' is no date", cases[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_beginning_of_a_good_one_leads_on),
        cmocka_unit_test(good_periods_and_dates_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
