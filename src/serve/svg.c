/* svg.c - an explanation as one picture: the question and its SQL, the tree that was grown with its
 * steps, and the heat maps.  Drawn from the JSON of explain_json().
 *
 * The tree grows from left to right: depth is x, and leaves are rows, so that every label is
 * readable however large the tree is. */
#include "serve/internal.h"

#include <math.h>
#include <string.h>

enum { MARGIN = 32, ROW = 24, CHARACTER = 7, GAP = 34, CELL = 11, LABEL = 150 };

struct node {
    const char *title; /* type := what it became */
    int j, last, parent, depth;
    double p, x, y;
    bool leaf;
};

struct drawing {
    struct arena *arena;
    struct strbuf out;
    double width, y; /* y: where the next part begins */
    struct node *nodes;
    int n_nodes, n_steps;
};

static void put_text(struct drawing *d, double x, double y, const char *class, const char *text)
{
    strbuf_printf(&d->out, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y, class);
    strbuf_xml(&d->out, text, strlen(text));
    strbuf_puts(&d->out, "</text>\n");
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static long integer_of(const json_t *object, const char *key)
{
    return (long)json_integer_value(json_object_get(object, key));
}

/* Characters, not bytes: UTF-8 continuation bytes have no width. */
static double text_width(const char *s)
{
    int n = 0;
    for (; *s; s++)
        n += (*s & 0xc0) != 0x80;
    return n * CHARACTER;
}

/* ---- the tree ------------------------------------------------------------------------------- */

static void collect_nodes(struct drawing *d, const json_t *steps)
{
    d->n_steps = (int)json_array_size(steps);
    d->nodes = ARENA_ARRAY(d->arena, struct node, d->n_steps);
    int *node_of = ARENA_ARRAY(d->arena, int, d->n_steps);
    for (int j = 0; j < d->n_steps; j++) {
        const json_t *s = json_array_get(steps, (size_t)j);
        const char *name = text_of(s, "name");
        double p = json_number_value(json_object_get(s, "probability"));
        int first = (int)integer_of(s, "first"), parent = (int)integer_of(s, "parent");
        if (first != j && first >= 0 && first < j) { /* one more sub-word of a value */
            struct node *n = &d->nodes[node_of[first]];
            bool continues = strncmp(name, "##", 2) == 0;
            n->title = arena_printf(d->arena, "%s%s%s", n->title, *name && !continues ? " " : "",
                                    continues ? name + 2 : name);
            n->p *= p;
            n->last = j;
            node_of[j] = node_of[first];
            continue;
        }
        node_of[j] = d->n_nodes;
        d->nodes[d->n_nodes++] = (struct node){
            .title = arena_printf(d->arena, "%s := %s", text_of(s, "type"), name), .j = j,
            .last = j, .parent = parent >= 0 && parent < j ? node_of[parent] : -1,
            .depth = (int)integer_of(s, "depth"), .p = p, .leaf = true};
        if (parent >= 0 && parent < j)
            d->nodes[node_of[parent]].leaf = false;
    }
}

/* Leaves get rows in the order of their slots; a parent stands between its first and last child. */
static int place_rows(struct drawing *d, const json_t *steps, int at, int row)
{
    struct node *n = &d->nodes[at];
    double first = -1, last = 0;
    for (int slot = 0, found = 1; found && !n->leaf; slot++) {
        found = 0;
        for (int i = at + 1; i < d->n_nodes; i++) {
            const json_t *s = json_array_get(steps, (size_t)d->nodes[i].j);
            if (d->nodes[i].parent != at || integer_of(s, "slot") != slot)
                continue;
            row = place_rows(d, steps, i, row);
            last = d->nodes[i].y;
            first = first < 0 ? last : first;
            found = 1;
        }
    }
    if (first < 0) {
        n->y = d->y + row * ROW;
        return row + 1;
    }
    n->y = (first + last) / 2;
    return row;
}

static const char *node_badge(struct drawing *d, const struct node *n)
{
    return n->last > n->j ? arena_printf(d->arena, "%d-%d", n->j, n->last)
                          : arena_printf(d->arena, "%d", n->j);
}

static void place_columns(struct drawing *d)
{
    double widths[256] = {0}, x[256];
    for (int i = 0; i < d->n_nodes; i++) {
        struct node *n = &d->nodes[i];
        n->depth = MAX(0, MIN(n->depth, COUNT_OF(widths) - 1));
        double width = text_width(n->title) + text_width(node_badge(d, n)) + 72;
        widths[n->depth] = MAX(widths[n->depth], width);
    }
    x[0] = MARGIN;
    for (int i = 1; i < COUNT_OF(x); i++)
        x[i] = x[i - 1] + (widths[i - 1] > 0 ? widths[i - 1] + GAP : 0);
    for (int i = 0; i < d->n_nodes; i++)
        d->nodes[i].x = x[d->nodes[i].depth];
    for (int i = 0; i < COUNT_OF(x); i++)
        if (widths[i] > 0)
            d->width = MAX(d->width, x[i] + widths[i] + MARGIN);
}

static void draw_tree(struct drawing *d, const json_t *steps)
{
    collect_nodes(d, steps);
    if (d->n_nodes == 0)
        return;
    int rows = place_rows(d, steps, 0, 0);
    place_columns(d);
    for (int i = 0; i < d->n_nodes; i++) {
        const struct node *n = &d->nodes[i], *up = n->parent < 0 ? NULL : &d->nodes[n->parent];
        double width = text_width(n->title) + text_width(node_badge(d, n)) + 66;
        if (up) {
            double from = up->x + text_width(up->title) + text_width(node_badge(d, up)) + 66;
            double bend = n->x - GAP / 2.0;
            strbuf_printf(&d->out, "<path class=\"edge\" d=\"M%.1f %.1fH%.1fV%.1fH%.1f\"/>\n", from,
                          up->y, bend, n->y, n->x);
        }
        strbuf_printf(&d->out,
                      "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"20\" "
                      "rx=\"5\"/>\n",
                      n->leaf ? "leaf" : "node", n->x, n->y - 10, width);
        const char *badge = node_badge(d, n);
        put_text(d, n->x + 7, n->y + 4, "j", badge);
        put_text(d, n->x + 14 + text_width(badge), n->y + 4, "label", n->title);
        put_text(d, n->x + width - 38, n->y + 4, "p", arena_printf(d->arena, "%.3f", n->p));
    }
    d->y += rows * ROW + 30;
}

/* ---- heat maps ------------------------------------------------------------------------------ */

struct labels {
    const char **rows, **cols;
    int n_rows, n_cols;
};

static void draw_heat(struct drawing *d, double x, const char *title, const json_t *matrix,
                      const struct labels *labels, double *width, double *height)
{
    double y = d->y + 18 + LABEL, left = x + LABEL;
    put_text(d, x, d->y, "title", title);
    for (int i = 0; i < labels->n_cols; i++) {
        strbuf_printf(&d->out, "<g transform=\"translate(%.1f %.1f) rotate(-60)\">",
                      left + i * CELL + 8, y - 5);
        put_text(d, 0, 0, "tick", labels->cols[i]);
        strbuf_puts(&d->out, "</g>\n");
    }
    strbuf_printf(&d->out,
                  "<rect class=\"frame\" x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\"/>\n",
                  left, y, labels->n_cols * CELL, labels->n_rows * CELL);
    for (int j = 0; j < labels->n_rows; j++) {
        put_text(d, x, y + j * CELL + 9, "tick", labels->rows[j]);
        for (int i = 0; i < labels->n_cols; i++) {
            double v = json_number_value(
                json_array_get(json_array_get(matrix, (size_t)j), (size_t)i));
            if (v >= 0.01)
                strbuf_printf(&d->out,
                              "<rect class=\"heat\" x=\"%.1f\" y=\"%.1f\" width=\"%d\" "
                              "height=\"%d\" fill-opacity=\"%.2f\"/>\n",
                              left + i * CELL, y + j * CELL, CELL, CELL, sqrt(MIN(v, 1)));
        }
    }
    *width = LABEL + labels->n_cols * CELL + 60;
    *height = 18 + LABEL + labels->n_rows * CELL + 40;
}

static const char *cut_label(struct drawing *d, const char *text)
{
    size_t n = strlen(text), most = 22;
    if (n <= most)
        return text;
    while (most && (text[most] & 0xc0) == 0x80)
        most--;
    return arena_printf(d->arena, "%.*s…", (int)most, text);
}

static const char **step_labels(struct drawing *d, const json_t *steps)
{
    const char **labels = ARENA_ARRAY(d->arena, const char *, d->n_steps + 1);
    for (int j = 0; j < d->n_steps; j++)
        labels[j] = arena_printf(d->arena, "%d %s", j,
                                 cut_label(d, text_of(json_array_get(steps, (size_t)j), "name")));
    return labels;
}

static void draw_heats(struct drawing *d, const json_t *explanation, const json_t *steps)
{
    const json_t *explained = json_object_get(explanation, "explained");
    const json_t *layers = json_object_get(explained, "layers");
    const json_t *items = json_object_get(explanation, "items");
    size_t n_layers = json_array_size(layers);
    if (n_layers == 0)
        return;
    const char **ticks = step_labels(d, steps);
    struct labels square = {ticks, ticks, d->n_steps, d->n_steps};
    struct labels across = {ticks, NULL, d->n_steps, 0};
    across.n_cols = (int)json_array_size(items);
    across.cols = ARENA_ARRAY(d->arena, const char *, across.n_cols + 1);
    for (int i = 0; i < across.n_cols; i++)
        across.cols[i] = cut_label(d, text_of(json_array_get(items, (size_t)i), "text"));
    double width, height;
    put_text(d, MARGIN, d->y, "head", "What the decoder looked at (mean of heads)");
    d->y += 28;
    for (size_t i = 0; i < n_layers; i++) {
        const json_t *layer = json_array_get(layers, i), *self = json_object_get(layer, "self");
        double x = MARGIN;
        if (json_is_array(self)) {
            draw_heat(d, x, arena_printf(d->arena, "Step to step, layer %zu", i + 1), self, &square,
                      &width, &height);
            x += width;
            draw_heat(d, x, "Reference: nearness in the tree",
                      json_object_get(explained, "nearness"), &square, &width, &height);
            d->width = MAX(d->width, x + width + MARGIN);
            d->y += height;
        }
        draw_heat(d, MARGIN,
                  arena_printf(d->arena, "Step to question and schema, layer %zu", i + 1),
                  json_object_get(layer, "cross"), &across, &width, &height);
        d->width = MAX(d->width, MARGIN + width + MARGIN);
        d->y += height;
    }
}

/* ---- the whole ------------------------------------------------------------------------------ */

static const char style[] =
    "<style>text{font:12px ui-monospace,'DejaVu Sans Mono',monospace;fill:#1c2430}"
    ".question{font:600 19px system-ui,sans-serif}.sql{font-size:13px;fill:#3b5b92}"
    ".head{font:600 15px system-ui,sans-serif}.title{font:600 12px system-ui,sans-serif}"
    ".tick{font-size:9px;fill:#5c6675}.j{fill:#8a5a00;font-weight:600}.p{fill:#5c6675;font-size:10px}"
    ".edge{fill:none;stroke:#b9c1cd}.node{fill:#eef3fb;stroke:#9fb6dc}.leaf{fill:#f2f8ef;stroke:#a3c692}"
    ".frame{fill:#f7f8fa;stroke:#d5dae2}.heat{fill:#2a5fb4}</style>\n";

const char *explain_svg(struct arena *arena, const json_t *explanation)
{
    struct drawing d = {.arena = arena, .out = strbuf_in(arena), .width = 900, .y = MARGIN + 18};
    const json_t *explained = json_object_get(explanation, "explained");
    size_t at = json_is_object(explained) ? (size_t)integer_of(explained, "query") : 0;
    const json_t *query = json_array_get(json_object_get(explanation, "queries"), at);
    const json_t *steps = json_object_get(query, "steps");
    const char *sql = text_of(query, "sql");
    put_text(&d, MARGIN, d.y, "question", text_of(explanation, "question"));
    put_text(&d, MARGIN, d.y + 26, "sql", sql);
    d.width = MAX(d.width, text_width(sql) * 1.15 + 2 * MARGIN);
    d.width = MAX(d.width, text_width(text_of(explanation, "question")) * 1.5 + 2 * MARGIN);
    d.y += 66;
    draw_tree(&d, steps);
    draw_heats(&d, explanation, steps);
    struct strbuf out = strbuf_in(arena);
    strbuf_printf(&out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
                  "viewBox=\"0 0 %.0f %.0f\">\n%s"
                  "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
                  d.width, d.y + MARGIN, d.width, d.y + MARGIN, style);
    strbuf_add(&out, d.out.s ? d.out.s : "", d.out.n);
    strbuf_puts(&out, "</svg>\n");
    return strbuf_text(&out);
}
