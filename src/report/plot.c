/* plot.c - curves as SVG. */
#include "report/plot.h"

#include <math.h>
#include <string.h>

enum {
    PANEL_W = 460, PANEL_H = 280, LEFT = 62, RIGHT = 16, TOP = 34, BOTTOM = 44,
    LEGEND_H = 22, MAX_TICKS = 12
};

/* Told apart by people with colour-blindness too (Okabe and Ito's palette). */
static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#e69f00", "#56b4e9", "#999999", "#000000"};

static const char *colour_of(int index)
{
    return colours[index % COUNT_OF(colours)];
}

static void put_text(struct strbuf *out, const char *text)
{
    strbuf_xml(out, text, strlen(text));
}

struct axis {
    double low, high, step;
};

static void widen(struct axis *a, const double *v, int n)
{
    for (int i = 0; i < n; i++)
        if (isfinite(v[i])) {
            a->low = fmin(a->low, v[i]);
            a->high = fmax(a->high, v[i]);
        }
}

/* Ticks at 1, 2 or 5 times a power of ten, about five of them; the axis ends on ticks. */
static void round_axis(struct axis *a)
{
    if (!(a->low <= a->high) || !isfinite(a->high - a->low) || a->high - a->low > 1e300)
        *a = (struct axis){.low = 0, .high = 1};
    if (a->high - a->low < 1e-12 * fmax(1e-300, fabs(a->high)) || a->high == a->low) {
        double room = a->high != 0 ? fabs(a->high) * 0.1 : 1;
        a->low -= room;
        a->high += room;
    }
    double raw = (a->high - a->low) / 5, unit = pow(10, floor(log10(raw)));
    double factor = raw / unit;
    a->step = unit * (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10);
    a->low = floor(a->low / a->step + 1e-9) * a->step;
    a->high = ceil(a->high / a->step - 1e-9) * a->step;
}

static double place(const struct axis *a, double v, double from, double to)
{
    return from + (v - a->low) / (a->high - a->low) * (to - from);
}

struct frame {
    double x0, x1, y0, y1; /* of the drawing area; y0 is the bottom */
    struct axis x, y;
};

static void tick_text(char out[32], double v, const struct axis *a, bool percent)
{
    if (fabs(v) < a->step * 1e-6)
        v = 0;
    if (percent)
        snprintf(out, 32, "%g%%", round(v * 1e6) / 1e4);
    else if (fabs(v) >= 1000)
        snprintf(out, 32, "%.4gk", v / 1000);
    else
        snprintf(out, 32, "%.4g", v);
}

static void put_axes(struct strbuf *out, const struct plot_panel *p, const struct frame *f)
{
    char label[32];
    for (int i = 0; i <= MAX_TICKS && f->y.low + i * f->y.step <= f->y.high + f->y.step / 2; i++) {
        double v = f->y.low + i * f->y.step, y = place(&f->y, v, f->y0, f->y1);
        tick_text(label, v, &f->y, p->percent);
        strbuf_printf(out, "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/><text x=\"%.1f\" y=\"%.1f\" "
                      "text-anchor=\"end\">%s</text>\n", f->x0, y, f->x1, f->x0 - 6, y + 4, label);
    }
    for (int i = 0; i <= MAX_TICKS && f->x.low + i * f->x.step <= f->x.high + f->x.step / 2; i++) {
        double v = f->x.low + i * f->x.step, x = place(&f->x, v, f->x0, f->x1);
        tick_text(label, v, &f->x, false);
        strbuf_printf(out, "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/><text x=\"%.1f\" y=\"%.1f\" "
                      "text-anchor=\"middle\">%s</text>\n", x, f->y0, f->y1, x, f->y0 + 16, label);
    }
    strbuf_printf(out, "<text class=\"title\" x=\"%.1f\" y=\"%.1f\">", f->x0, f->y1 - 12);
    put_text(out, p->title);
    strbuf_printf(out, "</text>\n<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">", f->x1, f->y0 + 34);
    put_text(out, p->x_title);
    strbuf_puts(out, "</text>\n");
}

static void put_line(struct strbuf *out, const struct plot_line *l, const struct frame *f)
{
    bool open = false;
    strbuf_printf(out, "<path class=\"%s\" stroke=\"%s\" d=\"", l->faint ? "faint" : "line",
                  colour_of(l->colour));
    for (int i = 0; i < l->n; i++) {
        if (!isfinite(l->x[i]) || !isfinite(l->y[i])) {
            open = false;
            continue;
        }
        strbuf_printf(out, "%c%.1f %.1f", open ? 'L' : 'M', place(&f->x, l->x[i], f->x0, f->x1),
                      place(&f->y, l->y[i], f->y0, f->y1));
        open = true;
    }
    strbuf_puts(out, "\"/>\n");
    for (int i = 0; i < l->n && l->dots; i++)
        if (isfinite(l->x[i]) && isfinite(l->y[i]))
            strbuf_printf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.2\" fill=\"%s\"/>\n",
                          place(&f->x, l->x[i], f->x0, f->x1), place(&f->y, l->y[i], f->y0, f->y1),
                          colour_of(l->colour));
}

static void put_panel(struct strbuf *out, const struct plot_panel *p, double left, double top)
{
    struct frame f = {.x0 = left + LEFT, .x1 = left + PANEL_W - RIGHT,
                      .y0 = top + PANEL_H - BOTTOM, .y1 = top + TOP,
                      .x = {.low = INFINITY, .high = -INFINITY},
                      .y = {.low = INFINITY, .high = -INFINITY}};
    bool any = false;
    for (int i = 0; i < p->n_lines; i++) {
        widen(&f.x, p->lines[i].x, p->lines[i].n);
        widen(&f.y, p->lines[i].y, p->lines[i].n);
        any |= p->lines[i].n > 0;
    }
    if (p->from_zero && f.y.low > 0)
        f.y.low = 0;
    round_axis(&f.x);
    round_axis(&f.y);
    put_axes(out, p, &f);
    for (int i = 0; i < p->n_lines; i++)
        put_line(out, &p->lines[i], &f);
    if (!any)
        strbuf_printf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">nothing logged</text>\n",
                      (f.x0 + f.x1) / 2, (f.y0 + f.y1) / 2);
}

void plot_svg(struct strbuf *out, const struct plot *plot)
{
    int rows = (plot->n_panels + 1) / 2, width = 2 * PANEL_W;
    int height = rows * PANEL_H + LEGEND_H * plot->n_legend + 12;
    strbuf_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                  "viewBox=\"0 0 %d %d\">\n", width, height, width, height);
    strbuf_puts(out, "<style>text{font:12px sans-serif;fill:#333}.title{font-size:14px;"
                "font-weight:bold}.grid{stroke:#ddd;fill:none}.line{fill:none;stroke-width:1.8;"
                "stroke-linejoin:round}.faint{fill:none;stroke-opacity:.25}</style>\n"
                "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    for (int i = 0; i < plot->n_panels; i++)
        put_panel(out, &plot->panels[i], (i % 2) * PANEL_W, (i / 2) * PANEL_H);
    for (int i = 0; i < plot->n_legend; i++) {
        int y = rows * PANEL_H + LEGEND_H * i + 14;
        strbuf_printf(out, "<path d=\"M%d %dh24\" stroke=\"%s\" stroke-width=\"3\"/>"
                      "<text x=\"%d\" y=\"%d\">", LEFT, y - 4, colour_of(i), LEFT + 32, y);
        put_text(out, plot->legend[i]);
        strbuf_puts(out, "</text>\n");
    }
    strbuf_puts(out, "</svg>\n");
}
