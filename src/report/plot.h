/* plot.h - curves as SVG: a picture of panels, each a set of lines over one x axis.
 *
 * Small on purpose: linear axes with round ticks, a colour a line, a legend below.  Names are
 * escaped; points that are not finite are left out. */
#ifndef ASTORMER_REPORT_PLOT_H
#define ASTORMER_REPORT_PLOT_H

#include "base/base.h"

struct plot_line {
    int colour;       /* index of the legend's entry */
    const double *x, *y;
    int n;
    bool faint;       /* background of a smoothed line */
    bool dots;        /* mark each point: few of them */
};
struct plot_panel {
    const char *title, *x_title;
    struct plot_line *lines;
    int n_lines, capacity;
    bool from_zero; /* y axis starts at 0 */
    bool percent;   /* y is a share, shown in percent */
};
struct plot {
    struct plot_panel *panels; /* two a row */
    int n_panels;
    const char *const *legend;
    int n_legend;
};
void plot_svg(struct strbuf *out, const struct plot *plot);

#endif
