/* web_names.c - names for web tables, which come with headers only.
 *
 * What the rows of a table are shows in its headers: where there is a home team and an away team,
 * they are matches.  The first rule all of whose headers occur gives the name; a table that none
 * fits is named after its first header. */
#include "data/internal.h"

#include <ctype.h>
#include <string.h>

enum { MAX_NEEDED = 2, MAX_NAME = 40 };

/* Needed: words that stand in some header, as whole words. */
static const struct {
    const char *name;
    const char *needed[MAX_NEEDED];
} rules[] = {
    {"matches", {"home team", "away team"}},
    {"home_games", {"home", "visitor"}},
    {"cup_ties", {"tie no"}},
    {"two_leg_ties", {"1st leg", "2nd leg"}},
    {"finals", {"opponent in the final"}},
    {"finals", {"opponents in the final"}},
    {"finals", {"surface", "tournament"}},
    {"tour_matches", {"surface", "opponent"}},
    {"bouts", {"method", "round"}},
    {"season_games", {"opponent", "week"}},
    {"league_games", {"opponent", "record"}},
    {"games", {"opponent", "score"}},
    {"fixtures", {"opponent", "date"}},
    {"game_leaders", {"high points"}},
    {"box_scores", {"high assists"}},
    {"race_results", {"driver", "laps"}},
    {"grid", {"driver", "grid"}},
    {"bike_races", {"rider", "laps"}},
    {"entries", {"chassis", "engine"}},
    {"entrants", {"entrant", "constructor"}},
    {"grands_prix", {"circuit"}},
    {"races", {"winning driver"}},
    {"races", {"pole position"}},
    {"horse_races", {"jockey"}},
    {"starts", {"driver"}},
    {"riders", {"rider"}},
    {"stages", {"stage", "winner"}},
    {"classifications", {"general classification"}},
    {"draft_picks", {"pick"}},
    {"trades", {"nhl team"}},
    {"roster", {"school club team"}},
    {"leaderboard", {"to par"}},
    {"prize_money", {"money"}},
    {"medal_table", {"gold", "silver"}},
    {"heats", {"heat", "lane"}},
    {"swimmers", {"lane"}},
    {"episodes", {"production code"}},
    {"episodes", {"original air date"}},
    {"episodes", {"no in series"}},
    {"broadcasts", {"viewers"}},
    {"scripts", {"directed by", "written by"}},
    {"airings", {"episode"}},
    {"congress_seats", {"incumbent"}},
    {"races_for_office", {"candidates"}},
    {"candidates", {"candidate"}},
    {"members", {"party", "district"}},
    {"legislators", {"party"}},
    {"submissions", {"film title used in nomination"}},
    {"nominations", {"nominee"}},
    {"awards", {"award"}},
    {"films", {"director"}},
    {"films", {"film"}},
    {"radio_stations", {"call sign"}},
    {"radio_stations", {"frequency"}},
    {"tv_stations", {"channel"}},
    {"airports", {"icao"}},
    {"airports", {"iata"}},
    {"conference_members", {"institution", "nickname"}},
    {"institutions", {"institution"}},
    {"schools", {"mascot"}},
    {"school_roll", {"decile"}},
    {"schools", {"enrollment"}},
    {"colleges", {"college"}},
    {"songs", {"song"}},
    {"albums", {"album"}},
    {"tracks", {"track"}},
    {"releases", {"label", "format"}},
    {"releases", {"catalog"}},
    {"performances", {"artist", "draw"}},
    {"recordings", {"artist"}},
    {"league_table", {"goals against"}},
    {"rugby_table", {"tries for"}},
    {"standings", {"played", "lost"}},
    {"season_records", {"losses", "wins"}},
    {"manager_changes", {"outgoing manager"}},
    {"transfers", {"transfer fee"}},
    {"appearances", {"apps"}},
    {"caps", {"caps"}},
    {"scorers", {"goals", "player"}},
    {"tournament_record", {"tournament"}},
    {"skips", {"skip"}},
    {"contestants", {"evening gown"}},
    {"contestants", {"hometown"}},
    {"couples", {"couple"}},
    {"lifters", {"snatch"}},
    {"gymnasts", {"vault"}},
    {"locomotives", {"builder"}},
    {"ships", {"ship"}},
    {"ships", {"launched"}},
    {"aircraft", {"aircraft"}},
    {"processors", {"socket"}},
    {"models", {"model", "manufacturer"}},
    {"models", {"model"}},
    {"engines", {"torque"}},
    {"buildings", {"floors"}},
    {"stadiums", {"capacity"}},
    {"municipalities", {"municipality"}},
    {"townships", {"latitude", "longitude"}},
    {"counties", {"county"}},
    {"provinces", {"province"}},
    {"places", {"population"}},
    {"regions", {"region"}},
    {"clubs", {"club"}},
    {"companies", {"company"}},
    {"languages", {"language"}},
    {"characters", {"character"}},
    {"roles", {"role"}},
    {"books", {"author"}},
    {"players", {"player"}},
    {"athletes", {"athlete"}},
    {"champions", {"champion"}},
    {"winners", {"winner"}},
    {"attendance", {"attendance"}},
    {"events", {"event"}},
    {"competitions", {"competition"}},
    {"teams", {"team"}},
    {"titles", {"title"}},
    {"countries", {"country"}},
    {"nations", {"nation"}},
    {"cities", {"city"}},
    {"states", {"state"}},
    {"people", {"name", "nationality"}},
    {"people", {"name", "position"}},
    {"seasons", {"season"}},
    {"years", {"year"}},
    {"locations", {"location"}},
    {"venues", {"venue"}},
};

/* Letters and digits in lower case, everything between them one blank; no more than MAX_NAME. */
static char *plain_words(struct arena *arena, const char *header)
{
    struct strbuf out = strbuf_in(arena);
    for (const char *c = header; *c && out.n < MAX_NAME; c++) {
        bool letter = isalnum((unsigned char)*c) && (unsigned char)*c < 0x80;
        const char *mark = *c == '%' ? "percent" : *c == '#' ? "number" : NULL;
        bool apart = out.n > 0 && out.s[out.n - 1] != ' ';
        if (letter)
            strbuf_putc(&out, (char)tolower((unsigned char)*c));
        else if (*c != '\'' && apart)
            strbuf_putc(&out, ' ');
        if (mark)
            strbuf_printf(&out, "%s ", mark);
    }
    char *text = arena_strdup(arena, strbuf_text(&out));
    size_t n = strlen(text);
    if (n > 0 && text[n - 1] == ' ')
        text[n - 1] = '\0';
    return text;
}

static bool has_words(const char *text, const char *words)
{
    size_t n = strlen(words);
    for (const char *at = text; (at = strstr(at, words)); at++)
        if ((at == text || at[-1] == ' ') && (at[n] == '\0' || at[n] == ' '))
            return true;
    return false;
}

static const char *joined(struct arena *arena, const char *words)
{
    char *out = arena_strdup(arena, words);
    for (char *c = out; *c; c++)
        if (*c == ' ')
            *c = '_';
    return out;
}

const char *web_column_name(struct arena *arena, const char *header)
{
    const char *words = plain_words(arena, header);
    if (!*words)
        return "field";
    const char *name = joined(arena, words);
    if (!isdigit((unsigned char)*name))
        return name;
    return arena_printf(arena, strlen(name) == 4 ? "year_%s" : "no_%s", name);
}

const char *web_table_name(struct arena *arena, const char *const *headers, int n)
{
    const char **words = ARENA_ARRAY(arena, const char *, n);
    for (int i = 0; i < n; i++)
        words[i] = plain_words(arena, headers[i]);
    for (int r = 0; r < COUNT_OF(rules); r++) {
        bool fits = true;
        for (int k = 0; k < MAX_NEEDED && rules[r].needed[k]; k++) {
            bool found = false;
            for (int i = 0; i < n; i++)
                found |= has_words(words[i], rules[r].needed[k]);
            fits &= found;
        }
        if (fits)
            return rules[r].name;
    }
    return arena_printf(arena, "%s_list", n ? web_column_name(arena, headers[0]) : "web");
}

const char *web_camel(struct arena *arena, const char *name)
{
    char *out = arena_strdup(arena, name), *to = out;
    bool start = true;
    for (const char *c = name; *c; c++) {
        if (*c != '_')
            *to++ = (char)(start ? toupper((unsigned char)*c) : *c);
        start = *c == '_';
    }
    *to = '\0';
    return out;
}
