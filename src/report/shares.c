/* shares.c - shares of several datasets as bars side by side. */
#include "report/report.h"

#include <string.h>

enum { LABEL = 210, BAR = 400, THICK = 9, GAP = 7, TOP = 40, MARGIN = 12, SCALE = 60 };
/* the axis ends at SCALE percent, or where the longest bar does */

static const char *const colours[] = {"#2b6cb0", "#dd8a33", "#4a8c4a", "#8a5fb0"};

static double longest(const struct report_share *const *shares, int n_sets, int n)
{
    double most = SCALE / 100.0;
    for (int d = 0; d < n_sets; d++)
        for (int i = 0; i < n; i++)
            most = MAX(most, shares[d][i].value);
    return most;
}

static void put_legend(struct strbuf *out, struct texts names)
{
    int x = LABEL;
    for (int d = 0; d < names.n; d++, x += 110) {
        strbuf_printf(out, "<rect x='%d' y='%d' width='10' height='10' fill='%s'/>"
                      "<text x='%d' y='%d'>", x, MARGIN, colours[d % COUNT_OF(colours)], x + 15,
                      MARGIN + 9);
        strbuf_xml(out, names.v[d], strnlen(names.v[d], 20));
        strbuf_puts(out, "</text>\n");
    }
}

void report_shares_svg(struct strbuf *out, struct texts names,
                       const struct report_share *const *shares, int n)
{
    int n_sets = names.n, row = n_sets * THICK + GAP;
    int height = TOP + n * row + MARGIN, width = LABEL + BAR + 60;
    double most = longest(shares, n_sets, n);
    strbuf_printf(out, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' "
                  "font-family='sans-serif' font-size='11' fill='#333'>\n"
                  "<rect width='%d' height='%d' fill='#fff'/>\n", width, height, width, width, height);
    put_legend(out, names);
    for (int i = 0; i < n; i++) {
        int y = TOP + i * row;
        strbuf_printf(out, "<text x='%d' y='%d' text-anchor='end'>", LABEL - 8, y + row / 2);
        strbuf_xml(out, shares[0][i].label, strlen(shares[0][i].label));
        strbuf_puts(out, "</text>\n");
        for (int d = 0; d < n_sets; d++) {
            double value = shares[d][i].value, length = BAR * value / most;
            strbuf_printf(out, "<rect x='%d' y='%d' width='%.1f' height='%d' fill='%s'/>"
                          "<text x='%.1f' y='%d' font-size='8'>%.1f%%</text>\n", LABEL,
                          y + d * THICK, length, THICK - 1, colours[d % COUNT_OF(colours)],
                          LABEL + length + 4, y + d * THICK + THICK - 1, 100 * value);
        }
    }
    strbuf_puts(out, "</svg>\n");
}
