/* hints.c - what to say to somebody who typed something else than he meant. */
#include "cli/hints.h"

#include "db/db.h"
#include "text/text.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

const char *nearest_name(const char *word, const char *const *names)
{
    const char *best = NULL;
    size_t n = strlen(word);
    int most = n <= 3 ? 1 : n <= 6 ? 2 : 3, least = most + 1;
    for (int i = 0; names[i]; i++) {
        size_t k = strlen(names[i]);
        int edits = text_edits(word, n, names[i], k, most);
        bool begins = n >= 3 && k > n && strncasecmp(word, names[i], n) == 0;
        if (begins && least > 1) {
            least = 1;
            best = names[i];
        } else if (edits >= 0 && edits <= most && edits < least) {
            least = edits;
            best = names[i];
        }
    }
    return best;
}

/* The word at `text`, in lower case; returns what follows it. */
static const char *first_word(const char *text, char *out, size_t size)
{
    size_t n = 0;
    while (isspace((unsigned char)*text) || *text == '(')
        text++;
    while (isalpha((unsigned char)text[n]))
        n++;
    snprintf(out, size, "%.*s", (int)MIN(n, size - 1), text);
    for (char *c = out; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return text + n;
}

/* Is there the word, whole, anywhere? */
static bool has_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = text; (at = strcasestr(at, word)); at++)
        if ((at == text || !isalnum((unsigned char)at[-1])) && !isalnum((unsigned char)at[n]))
            return true;
    return false;
}

bool looks_like_sql(const char *text)
{
    char word[16], second[16];
    const char *rest = first_word(text, word, sizeof word);
    first_word(rest, second, sizeof second);
    if (strcmp(word, "with") == 0)
        return has_word(rest, "as") && strchr(rest, '(') && has_word(rest, "select");
    if (strcmp(word, "select") != 0)
        return (strcmp(word, "insert") == 0 && strcmp(second, "into") == 0) ||
               (strcmp(word, "delete") == 0 && strcmp(second, "from") == 0) ||
               ((strcmp(word, "drop") == 0 || strcmp(word, "create") == 0 ||
                 strcmp(word, "alter") == 0) && strcmp(second, "table") == 0) ||
               (strcmp(word, "update") == 0 && has_word(rest, "set") && strchr(rest, '='));
    rest += strspn(rest, " \t\n");
    bool odd = strpbrk(rest, "*('\"=;") || isdigit((unsigned char)*rest);
    bool article = strcmp(second, "the") == 0 || strcmp(second, "all") == 0 ||
                   strcmp(second, "every") == 0;
    return odd || (has_word(rest, "from") && !article);
}

/* ---- databases ---------------------------------------------------------------------------------------- */

static bool is_database_file(const char *name)
{
    static const char *const ends[] = {".sqlite", ".sqlite3", ".db", ".db3", ".csv", ".tsv", ".jsonl"};
    size_t n = strlen(name);
    for (int i = 0; i < COUNT_OF(ends); i++) {
        size_t k = strlen(ends[i]);
        if (n > k && strcasecmp(name + n - k, ends[i]) == 0)
            return true;
    }
    return false;
}

/* The file of this folder that was perhaps meant; in `found`, or "". */
static void nearest_file(const char *where, char *found, size_t size)
{
    *found = '\0';
    const char *slash = strrchr(where, '/'), *base = slash ? slash + 1 : where;
    char folder[1024];
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)MIN(slash - where + 1, 1000) : 1,
             slash ? where : ".");
    DIR *d = opendir(folder);
    if (!d)
        return;
    int least = 1000, n = 0;
    for (struct dirent *e; (e = readdir(d)) && n++ < 10000;) {
        if (!is_database_file(e->d_name))
            continue;
        int edits = text_edits(base, strlen(base), e->d_name, strlen(e->d_name), 6);
        const char *dot = strrchr(e->d_name, '.');
        if (strncasecmp(base, e->d_name, (size_t)(dot - e->d_name)) == 0)
            edits = 0;
        edits = edits < 0 ? 999 : edits; /* any file is better than none */
        if (edits < least || (edits == least && strcmp(e->d_name, found) < 0)) {
            least = edits;
            snprintf(found, size, "%.*s%s", slash ? (int)(base - where) : 0, where, e->d_name);
        }
    }
    closedir(d);
}

/* Servers people have; what is read is another matter. */
static bool other_server(const char *where)
{
    static const struct {
        const char *scheme, *advice;
    } others[] = {
        {"mysql://", "mysql --batch -e 'SELECT * FROM t' > t.tsv makes a file that is: astormer ask t.tsv ..."},
        {"mariadb://", "mariadb --batch -e 'SELECT * FROM t' > t.tsv makes a file that is: astormer ask t.tsv ..."},
        {"mongodb://", "mongoexport --collection=c --out=c.jsonl makes a file that is: astormer ask c.jsonl ..."},
        {"sqlserver://", "export the tables as CSV files: astormer ask a.csv b.csv ..."},
        {"mssql://", "export the tables as CSV files: astormer ask a.csv b.csv ..."},
        {"oracle://", "export the tables as CSV files: astormer ask a.csv b.csv ..."},
        {"duckdb://", "duckdb FILE -c \"EXPORT DATABASE 'out'\" makes CSV files, which are"},
        {"sqlite://", "name the file itself: astormer ask shop.sqlite ..."},
        {"http://", "download it first; files and postgresql:// addresses are"},
        {"https://", "download it first; files and postgresql:// addresses are"},
    };
    for (int i = 0; i < COUNT_OF(others); i++)
        if (strncasecmp(where, others[i].scheme, strlen(others[i].scheme)) == 0) {
            cli_fail(0, "%.*s addresses are not read; %s", (int)strlen(others[i].scheme),
                     others[i].scheme, others[i].advice);
            return true;
        }
    return false;
}

bool database_name_check(const char *command, const char *where)
{
    struct stat about;
    char found[1100];
    if (strstr(where, "password=") || strstr(where, "dbname=") || strstr(where, "host=")) {
        if (strncmp(where, "postgres", 8) == 0)
            return true;
        cli_fail(0, "write a server's address as postgresql://USER@HOST/DATABASE, its password into "
                 "PGPASSWORD or ~/.pgpass"); /* nothing is quoted: there may be one in it */
        return false;
    }
    if (strncmp(where, "postgres://", 11) == 0 || strncmp(where, "postgresql://", 13) == 0 ||
        db_rows_file(where) == ROWS_FOREIGN)
        return true;
    if (other_server(where))
        return false;
    if (stat(where, &about) == 0 && S_ISDIR(about.st_mode)) {
        cli_fail(0, "'%s' is a folder; name the files in it: astormer %s %s/*.csv", where, command,
                 where);
        return false;
    }
    if (stat(where, &about) == 0)
        return true;
    int why = errno;
    nearest_file(where, found, sizeof found);
    if (strpbrk(where, " ?"))
        cli_fail(0, "'%s' is no database; the database comes first: astormer %s %s \"%s\"", where,
                 command, *found ? found : "DB", where);
    else if (*found)
        cli_fail(0, "cannot open '%s': %s; did you mean '%s'?", where, strerror(why), found);
    else
        cli_fail(0, "cannot open '%s': %s; DB is a SQLite file, a postgresql:// address, or files of "
                 "rows such as sales.csv", where, strerror(why));
    return false;
}
