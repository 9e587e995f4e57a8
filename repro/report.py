#!/usr/bin/env python3
"""Turns repro/results/*.json into docs/REPRODUCTION.md and its pictures: no figure is typed.

The prose is repro/reproduction.md.in; {{name}} in it stands for what is made here.  --check fails if
rows of one table differ in more than the setting the table is about, or if the document is not what
the results give."""
import argparse
import glob
import json
import math
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DOCS = os.path.join(HERE, "..", "docs")
SETS = ["spider", "sparc", "cosql"]
NAMES = {"spider": "Spider", "sparc": "SParC", "cosql": "CoSQL", "dusql": "DuSQL"}
NOT_RUN = "not run"
PLAIN = {"node_type": False, "parent_rule": False, "position": "absolute", "tree_relations": "none"}

# A row: label, cell, what its configuration may have that the table's first cell has not, and the
# paper's figures by dataset.  Seeds are cells of the same name with -2, -3.
TABLES = {
    "main": [
        ("RATSQL w/ LSTM", "lstm", {"decoder": "lstm"},
         {"spider": (72.9, 71.4), "sparc": (62.8, 41.2), "cosql": (52.9, 22.5)}),
        ("RATSQL w/ ASTormer", "astormer", {},
         {"spider": (74.6, 73.2), "sparc": (64.8, 45.0), "cosql": (55.5, 22.9)}),
    ],
    "time": [
        ("token Transformer", "token", {"decoder": "token"},
         {"spider": (69.7, 49.5), "sparc": (59.8, 49.1), "cosql": (50.1, 52.8)}),
        ("LSTM", "lstm", {"decoder": "lstm"},
         {"spider": (69.9, 191.4), "sparc": (60.9, 168.1), "cosql": (50.5, 154.2)}),
        ("ASTormer", "astormer", {},
         {"spider": (71.4, 45.8), "sparc": (61.3, 49.8), "cosql": (51.1, 60.7)}),
    ],
    "ablation": [
        ("ASTormer", "astormer", {}, {"spider": (71.4,), "sparc": (61.3,), "cosql": (51.1,)}),
        ("w/o node type", "without-node-type", {"node_type": False},
         {"spider": (70.9,), "sparc": (58.5,), "cosql": (48.3,)}),
        ("w/o parent rule", "without-parent-rule", {"parent_rule": False},
         {"spider": (69.0,), "sparc": (58.6,), "cosql": (49.4,)}),
        ("w/o node depth", "without-depth", {"position": "none"},
         {"spider": (70.1,), "sparc": (58.2,), "cosql": (47.1,)}),
        ("w/ pe", "absolute", {"position": "absolute"},
         {"spider": (69.0,), "sparc": (58.9,), "cosql": (48.9,)}),
        ("w/o relations", "without-relations", {"tree_relations": "none"},
         {"spider": (69.7,), "sparc": (58.9,), "cosql": (48.1,)}),
        ("w/ rpe j-i", "relative", {"tree_relations": "relative"},
         {"spider": (69.4,), "sparc": (58.2,), "cosql": (48.9,)}),
        ("Transformer", "transformer", PLAIN, {"spider": (68.2,), "sparc": (57.3,), "cosql": (47.5,)}),
    ],
    "distance": [
        ("R = 2", "r2", {"relation_distance": 2}, {"spider": (69.9,), "sparc": (60.8,), "cosql": (49.8,)}),
        ("R = 4", "r4", {"relation_distance": 4}, {"spider": (71.3,), "sparc": (61.3,), "cosql": (51.1,)}),
        ("R = 8", "astormer", {}, {"spider": (71.4,), "sparc": (60.4,), "cosql": (50.3,)}),
        ("R = 16", "r16", {"relation_distance": 16}, {"spider": (70.4,), "sparc": (61.2,), "cosql": (50.0,)}),
    ],
    "orders": [
        ("DFS+L2R", "astormer", {}, {"spider": (68.5,), "sparc": (58.6,), "cosql": (48.7,)}),
        ("DFS+Random", "dfs-random", {"order": "dfs-random"},
         {"spider": (68.6,), "sparc": (58.1,), "cosql": (48.5,)}),
        ("BFS+L2R", "bfs-l2r", {"order": "bfs-l2r"}, {"spider": (68.2,), "sparc": (58.2,), "cosql": (48.9,)}),
        ("BFS+Random", "bfs-random", {"order": "bfs-random"},
         {"spider": (68.0,), "sparc": (57.2,), "cosql": (47.1,)}),
    ],
    "inference": [
        ("LSTM", "lstm", {"decoder": "lstm"}, {"spider": (206.6,), "sparc": (191.5,), "cosql": (201.0,)}),
        ("ASTormer", "astormer", {}, {"spider": (237.0,), "sparc": (200.7,), "cosql": (199.1,)}),
    ],
    "dusql": [
        ("token LSTM", "dusql-token-lstm", {"decoder": "token-lstm"}, {"dusql": (78.7, 61.4)}),
        ("token Transformer", "dusql-token", {"decoder": "token"}, {"dusql": (79.0, 62.5)}),
        ("RATSQL w/ LSTM", "dusql-lstm", {"decoder": "lstm"}, {"dusql": (79.3, 62.9)}),
        ("RATSQL w/ ASTormer", "dusql-astormer", {}, {"dusql": (79.7, 64.4)}),
    ],
    "frozen": [
        ("token Transformer", "frozen-token", {"decoder": "token"}, {}),
        ("LSTM", "frozen-lstm", {"decoder": "lstm"}, {}),
        ("ASTormer", "frozen-astormer", {}, {}),
        ("w/o relations", "frozen-without-relations", {"tree_relations": "none"}, {}),
        ("Transformer", "frozen-transformer", PLAIN, {}),
    ],
}
FIRST = {"dusql": "dusql-astormer", "frozen": "frozen-astormer"}  # the cell others are compared with


class Results:
    def __init__(self, folder):
        self.cells = {}
        for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
            with open(path, encoding="utf-8") as f:
                one = json.load(f)
            if "cell" in one:
                self.cells[one["cell"]] = one
        self.floats = {name: one for name in ("astormer", "lstm")
                       if (one := self.extra(folder, "floats", name + ".json"))}
        self.speed = self.extra(folder, "speed", "paper-size.json")
        self.day_speed = {c["preset"]: c["cpu_seconds_per_update"]
                          for c in self.extra(folder, "speed", "day-size.json").get("cells", [])}
        self.coverage = self.extra(folder, "grammar", "coverage.json")
        self.shipped = self.extra(folder, "attention", "shipped.json")
        self.statistics = self.extra(folder, "statistics", "benchmarks.json") or []

    @staticmethod
    def extra(*parts):
        """A result that is not a cell's; {} if it is not there."""
        path = os.path.join(*parts)
        if not os.path.exists(path):
            return {}
        with open(path, encoding="utf-8") as f:
            return json.load(f)

    def seeds(self, name):
        """The runs of a row, seed by seed."""
        return [self.cells[n] for n in [name] + ["%s-%d" % (name, k) for k in range(2, 10)] if n in self.cells]

    def common_seeds(self, names):
        """How many seeds all of these rows have, those not run left aside: a mean of two seeds beside a
        single one would be read as a difference between rows."""
        return min([len(self.seeds(n)) for n in names if self.seeds(n)] or [0])

    def mean(self, name, of, seeds=None):
        values = [of(cell) for cell in self.seeds(name)[:seeds]]
        values = [v for v in values if v is not None]
        return sum(values) / len(values) if values else None


def score(dataset, search, figure):
    return lambda cell: cell["scores"].get(dataset, {}).get(search, {}).get(figure)


def figure_text(value, digits=1):
    return NOT_RUN if value is None else "%.*f" % (digits, value)


def markdown(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


# ---- tables ----------------------------------------------------------------------------------------

def accuracy_table(results, name, columns):
    """columns: (heading, dataset, figure, place of the paper's figure); ours with both searches."""
    head = ["", *("%s, paper" % c[0] for c in columns), *("%s, fair" % c[0] for c in columns),
            *("%s, full" % c[0] for c in columns), "seeds"]
    rows, common = [], results.common_seeds([row[1] for row in TABLES[name]])
    for label, cell, _, paper in TABLES[name]:
        row = [label]
        for _, dataset, _, place in columns:
            known = paper.get(dataset, ())
            row.append(figure_text(known[place]) if len(known) > place else "")
        for search in ("fair", "full"):
            row += [figure_text(results.mean(cell, score(d, search, f), common)) for _, d, f, _ in columns]
        rows.append(row + [str(min(common, len(results.seeds(cell))))])
    return markdown(head, rows)


def floats_table(results, columns):
    """What rounding factors to bfloat16 changes: cells that were run in floats as well."""
    rows = []
    for name, floats in results.floats.items():
        for label, run in (("floats", floats), ("bfloat16", results.cells.get(name))):
            figures = [score(d, search, f)(run) if run else None for search in ("fair", "full") for _, d, f, _ in columns]
            seconds = run["training"]["cpu_seconds_per_update"] if run else None
            rows.append(["%s, %s" % (name, label), *map(figure_text, figures), figure_text(seconds, 2)])
    return markdown(["", *("%s, %s" % (c[0], search) for search in ("fair", "full") for c in columns),
                     "processor seconds an update"], rows)


def per_update(results, cell):
    return results.mean(cell, lambda c: c["training"]["cpu_seconds_per_update"])


def time_ratio(results, cell):
    """Processor time of an update, times ASTormer's: in whole runs, else in a short measurement."""
    own, base = per_update(results, cell), per_update(results, "astormer")
    if not (own and base):
        own, base = (results.day_speed.get("static-%s-day" % c) for c in (cell, "astormer"))
    return own / base if own and base else None


def time_table(results):
    head = ["", "paper: seconds per 100 updates on its GPU, Spider / SParC / CoSQL",
            "ours: processor seconds per 100 updates, the three together",
            "Spider alone, a short measurement (`repro/speed`)", "times ASTormer's"]
    rows = []
    for label, cell, _, paper in TABLES["time"]:
        ours, short = per_update(results, cell), results.day_speed.get("static-%s-day" % cell)
        rows.append([label, " / ".join("%.1f" % paper[d][1] for d in SETS),
                     figure_text(None if ours is None else 100 * ours),
                     figure_text(None if short is None else 100 * short), figure_text(time_ratio(results, cell), 2)])
    return markdown(head, rows)


def inference_table(results):
    head = ["", *("%s, paper (seconds per 1000)" % NAMES[d] for d in SETS),
            *("%s, ours (processor seconds per 1000, fair)" % NAMES[d] for d in SETS),
            *("%s, full" % NAMES[d] for d in SETS)]
    rows = []
    for label, cell, _, paper in TABLES["inference"]:
        row = [label] + ["%.1f" % paper[d][0] for d in SETS]
        for search in ("fair", "full"):
            row += [figure_text(results.mean(cell, score(d, search, "cpu_ms_per_question"))) for d in SETS]
        rows.append(row)
    return markdown(head, rows)


def study_table(results):
    head = ["", "queries", "FROM first, one table", "FROM first, joins", "orders of clauses seen"]
    rows = [["paper, DFS+Random", "", "76.2 %", "13.9 %", ""]]
    for label, cell in (("ours, DFS+Random", "dfs-random"), ("ours, BFS+Random", "bfs-random")):
        study = results.cells.get(cell, {}).get("study")
        if not study:
            rows.append([label] + [NOT_RUN] * 4)
            continue
        share = [100.0 * study[k]["from_first"] / max(study[k]["selects"], 1) for k in ("one_table", "joined")]
        rows.append([label, str(study["queries"]), *("%.1f %%" % s for s in share), str(study["distinct_orders"])])
    return markdown(head, rows)


def cases_text(results):
    cases = (results.cells.get("dfs-random", {}).get("study") or {}).get("cases") or []
    if not cases:
        return "The trees of the paper's case study: %s (they need the cell `dfs-random`)." % NOT_RUN
    return "\n\n".join("%s, *%s*:\n\n```\n%s\n```" % (c["database"], c["question"], c["text"].strip()) for c in cases)


def attention_table(results):
    studies = [("the day's ASTormer", results.cells.get("astormer", {}).get("study") or {}),
               ("the shipped model", results.shipped)]
    heads = max([len(s["correlation_by_layer_and_head"][0]) - 1 for _, s in studies if s.get("steps")] or [0])
    head = ["", "layer", "mean of heads"] + ["head %d" % h for h in range(heads)] + ["steps"]
    rows = []
    for label, study in studies:
        if not study.get("steps"):
            rows.append([label, "", NOT_RUN] + [""] * (heads + 1))
        for i, row in enumerate(study.get("correlation_by_layer_and_head", [])):
            rows.append([label, str(i), "%.2f" % row[-1]] + ["%.2f" % r for r in row[:-1]] + [str(study["steps"])])
    return markdown(head, rows)


def runs_table(results):
    head = ["cell", "date", "trained on", "examples", "rejected", "updates", "processor hours", "wall hours",
            "sessions", "held-out EM"]
    rows = []
    for name, cell in sorted(results.cells.items()):
        t = cell["training"]
        held = "%.1f" % (100 * max(s for _, s in t["held_out_exact"])) if t["held_out_exact"] else ""
        rows.append(["`%s`" % name, cell["date"], ", ".join(NAMES[d] for d in cell["datasets"]), str(t["examples"]),
                     str(t["rejected"]), str(t["steps"]), "%.2f" % (t["cpu_seconds"] / 3600),
                     "%.2f" % (t["seconds"] / 3600), str(t["sessions"]), held])
    return markdown(head, rows) if rows else "No cell has been run."


def missing_cells(results):
    with open(os.path.join(HERE, "cells.tsv"), encoding="utf-8") as f:
        names = [line.split("\t")[0] for line in f if line.strip() and not line.startswith("#")]
    missing = [n for n in names if n not in results.cells]
    if not missing:
        return "Every cell of `repro/cells.tsv` has been run."
    return "%d of %d cells have been run. Not run: %s." % (
        len(names) - len(missing), len(names), ", ".join("`%s`" % n for n in missing))


STATISTICS = [  # label, what `astormer data stats` calls it, digits, the paper's figures
    ("samples", "samples", 0, (10181, 12726, 15598, 28762, 17940)),
    ("tables per database", "tables_per_database", 1, (5.1, 5.3, 5.4, 4.0, 4.6)),
    ("question tokens", "question_tokens", 1, (13.9, 20.6, 32.6, 31.9, 31.4)),
    ("tables per sample", "tables", 1, (6.2, 5.5, 5.7, 4.3, 4.9)),
    ("columns per sample", "columns", 1, (29.6, 28.5, 29.3, 25.3, 25.9)),
    ("SQL tokens", "sql_tokens", 1, (37.3, 28.8, 30.4, 61.7, 45.9)),
    ("AST nodes", "ast_steps", 1, (32.4, 25.7, 27.0, 34.1, 30.0)),
    ("largest depth", "max_depth", 0, (16, 10, 10, None, None)),
]


def statistics_table(results):
    order = ["spider", "sparc", "cosql", "dusql", "chase"]
    ours = {s["dataset"]: s for s in results.statistics}
    head = [""] + [h for d in order for h in ("%s, paper" % NAMES.get(d, "Chase"), "ours")]
    rows = []
    for label, key, digits, paper in STATISTICS:
        row = [label]
        for d, theirs in zip(order, paper):
            row += ["" if theirs is None else "%.*f" % (digits, theirs), figure_text(ours.get(d, {}).get(key), digits)]
        rows.append(row)
    return markdown(head, rows)


def coverage_table(results):
    if not results.coverage:
        return "What the paper's grammar can say: %s (`repro/grammar-coverage`)." % NOT_RUN
    rows = [[NAMES.get(r["dataset"], r["dataset"].capitalize()), r["split"], str(r["queries"]), str(r["broken"]),
             str(r["failed"]), "%.2f %%" % (100.0 * r["same"] / (r["queries"] - r["broken"]))]
            for r in results.coverage["rows"]]
    table = markdown(["", "split", "queries", "themselves broken", "without a tree", "survive"], rows)
    failures = ["- question %d (%s): %s" % (f["query"], f["database"], f["reason"])
                for f in results.coverage["spider_dev"]]
    return table + "\n\nOf Spider dev (counted from 0; all are self-joins):\n\n" + "\n".join(failures)


# ---- paired tests and claims -----------------------------------------------------------------------

def binomial_two_sided(k, n):
    """Exact probability, under a fair coin, of a split at least as uneven as k of n."""
    if n == 0:
        return 1.0
    tail = sum(math.exp(math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1) - n * math.log(2))
               for i in range(min(k, n - k) + 1))
    return min(1.0, 2 * tail)


def discordant(results, a, b, datasets, search, bits):
    """Questions that only a, and only b, gets right; summed over the seeds that both have."""
    only_a = only_b = total = seeds = 0
    for one, other in zip(results.seeds(a), results.seeds(b)):
        seeds += 1
        for d in datasets:
            x, y = one["scores"][d][search][bits], other["scores"][d][search][bits]
            if len(x) != len(y):
                sys.exit("%s and %s were scored on other questions of %s" % (a, b, d))
            total += len(x)
            only_a += sum(p == "1" and q == "0" for p, q in zip(x, y))
            only_b += sum(p == "0" and q == "1" for p, q in zip(x, y))
    return only_a, only_b, total, seeds


def student_two_sided(t, freedom):
    """Probability of a Student t at least as far from 0, by Simpson's rule over its angle."""
    steps, angle = 2000, math.atan(abs(t) / math.sqrt(freedom))
    inside = lambda x: math.cos(x) ** (freedom - 1)
    area = lambda high: high / steps / 3 * sum(
        (1 if i in (0, steps) else 4 if i % 2 else 2) * inside(high * i / steps) for i in range(steps + 1))
    return max(0.0, 1 - area(angle) / area(math.pi / 2))


def right_share(cell, datasets):
    """Percent of all questions that a run gets right, fair search."""
    bits = "".join(cell["scores"][d]["fair"]["exact_bits"] for d in datasets)
    return 100.0 * bits.count("1") / max(len(bits), 1)


def seed_noise(results):
    """How much a row's score goes up and down from seed to seed: the deviation that is left when each row
    and each seed have their mean, over the rows that have several seeds, and its degrees of freedom.  Rows
    of one seed see the same questions in the same order, so what a seed does to all of them is no noise."""
    rows = [[right_share(c, SETS) for c in results.seeds(n)[:2]] for n in ("astormer", "lstm", "token", "transformer")]
    rows = [r for r in rows if len(r) == 2]
    if len(rows) < 2:
        return None
    shift = [r[1] - r[0] for r in rows]
    mean = sum(shift) / len(shift)
    freedom = len(rows) - 1
    return math.sqrt(sum((s - mean) ** 2 for s in shift) / 2 / freedom), freedom


def compare(results, a, b, datasets):
    if not results.seeds(a) or not results.seeds(b):
        return None
    only_a, only_b, total, seeds = discordant(results, a, b, datasets, "fair", "exact_bits")
    found = {"a": only_a, "b": only_b, "total": total, "seeds": seeds, "p_seeds": None,
             "p": binomial_two_sided(only_a, only_a + only_b), "difference": 100.0 * (only_a - only_b) / max(total, 1)}
    noise = seed_noise(results)
    if noise and noise[0] > 0:
        found["p_seeds"] = student_two_sided(found["difference"] / (noise[0] * math.sqrt(2 / seeds)), noise[1])
    return found


PAIRS = [
    ("ASTormer against LSTM", "astormer", "lstm", SETS),
    ("ASTormer against token Transformer", "astormer", "token", SETS),
    ("LSTM against token Transformer", "lstm", "token", SETS),
    ("ASTormer against Transformer", "astormer", "transformer", SETS),
    ("ASTormer against w/o relations", "astormer", "without-relations", SETS),
    ("ASTormer against w/o node type", "astormer", "without-node-type", SETS),
    ("ASTormer against w/o parent rule", "astormer", "without-parent-rule", SETS),
    ("ASTormer against w/o node depth", "astormer", "without-depth", SETS),
    ("ASTormer against w/ pe", "astormer", "absolute", SETS),
    ("ASTormer against w/ rpe j-i", "astormer", "relative", SETS),
    ("DFS+L2R against DFS+Random", "astormer", "dfs-random", SETS),
    ("DFS+L2R against BFS+L2R", "astormer", "bfs-l2r", SETS),
    ("DFS+L2R against BFS+Random", "astormer", "bfs-random", SETS),
    ("R = 8 against R = 2", "astormer", "r2", SETS),
    ("R = 8 against R = 16", "astormer", "r16", SETS),
    ("DuSQL: ASTormer against LSTM", "dusql-astormer", "dusql-lstm", ["dusql"]),
    ("DuSQL: ASTormer against token Transformer", "dusql-astormer", "dusql-token", ["dusql"]),
]


def pairs_table(results):
    head = ["", "only the first right", "only the second", "questions x seeds", "difference", "p, questions (McNemar, exact)",
            "p, seeds (Student)"]
    rows = []
    for label, a, b, datasets in PAIRS:
        c = compare(results, a, b, datasets)
        rows.append([label] + ([NOT_RUN] * 6 if c is None else [
            str(c["a"]), str(c["b"]), "%d (%d)" % (c["total"], c["seeds"]), "%+.1f" % c["difference"],
            "%.2g" % c["p"], "" if c["p_seeds"] is None else "%.2g" % c["p_seeds"]]))
    return markdown(head, rows)


def seeds_table(results):
    rows = []
    for label, name in (("ASTormer", "astormer"), ("LSTM", "lstm"), ("token Transformer", "token"),
                        ("Transformer", "transformer")):
        runs = results.seeds(name)
        rows.append([label] + [" / ".join("%.1f" % score(d, "fair", "exact")(c) for c in runs) or NOT_RUN for d in SETS] +
                    [" / ".join("%.1f" % right_share(c, SETS) for c in runs) or NOT_RUN])
    table = markdown(["exact match, fair, seed by seed", "Spider", "SParC", "CoSQL", "all three"], rows)
    noise = seed_noise(results)
    if not noise:
        return table
    return table + ("\n\nWhen each row and each seed have their mean, a deviation of %.2f points is left (%d degrees of freedom): "
                    "two rows of one seed each must differ by %.1f points, of two seeds by %.1f, before chance is ruled out "
                    "at 5 of 100." % (noise[0], noise[1], *(least_difference(noise, n) for n in (1, 2))))


def least_difference(noise, seeds):
    """The smallest difference in points that seeds alone would not make in 95 of 100 tries."""
    low, high = 0.0, 100.0
    for _ in range(50):
        middle = (low + high) / 2
        if student_two_sided(middle / (noise[0] * math.sqrt(2 / seeds)), noise[1]) > 0.05:
            low = middle
        else:
            high = middle
    return high


def better(results, a, b, datasets=SETS):
    """seen: a is better, beyond chance; not seen: b is."""
    c = compare(results, a, b, datasets)
    if c is None:
        return NOT_RUN, ""
    said = "%+.1f points, p = %.2g" % (c["difference"], c["p"])
    if c["p_seeds"] is not None:
        said += " by questions, %.2g by seeds" % c["p_seeds"]
    if max(c["p"], c["p_seeds"] or 0) >= 0.05:
        return "undecided at this size", said
    return ("seen" if c["difference"] > 0 else "not seen"), said


def all_better(results, a, others):
    found = [better(results, a, b) for b in others]
    if any(f[0] == NOT_RUN for f in found):
        return NOT_RUN, ""
    if any(f[0] == "not seen" for f in found):
        verdict = "not seen"
    else:
        verdict = "seen" if all(f[0] == "seen" for f in found) else "undecided at this size"
    return verdict, "; ".join("%s %s" % (b, f[1]) for b, f in zip(others, found))


def orders_in_full_search(results):
    """Spider's exact match in the four orders, as one reads them."""
    rows = ("astormer", "dfs-random", "bfs-l2r", "bfs-random")
    seeds = results.common_seeds(rows)
    return " / ".join("%.1f" % results.mean(n, score("spider", "full", "exact"), seeds) for n in rows)


def claims(results):
    out = [("ASTormer is more accurate than the LSTM decoder", *better(results, "astormer", "lstm")),
           ("grammar-based decoders are more accurate than token-based ones",
            *all_better(results, "astormer", ["token"]))]
    lstm, token = time_ratio(results, "lstm"), time_ratio(results, "token")
    out.append(("ASTormer trains three times as fast as the LSTM decoder",
                *((NOT_RUN, "") if not lstm else
                  ("seen" if lstm >= 2.5 else "not seen",
                   "an LSTM update takes %.2f times ASTormer's processor time: on a CPU, with an LSTM that runs all "
                   "questions of a batch together, there is little parallelism to lose" % lstm))))
    out.append(("and about as fast as a token Transformer",
                *((NOT_RUN, "") if not token else
                  ("seen" if 0.67 < token < 1.5 else "not seen", "%.2f times ASTormer's processor time" % token))))
    out.append(("every structural feature helps", *all_better(
        results, "astormer", ["without-node-type", "without-parent-rule", "without-depth", "absolute",
                              "without-relations", "relative"])))
    out.append(("without any of them (\"Transformer\") it is worst", *better(results, "astormer", "transformer")))
    found = [compare(results, "astormer", o, SETS) for o in ("dfs-random", "bfs-l2r", "bfs-random")]
    if None in found:
        out.append(("the traversal order hardly matters", NOT_RUN, ""))
    else:
        worst = max(found, key=lambda c: abs(c["difference"]))
        sure = max(worst["p"], worst["p_seeds"] or 0) < 0.05
        small = abs(worst["difference"]) <= 1.6
        out.append(("the traversal order hardly matters",
                    "seen" if small else "not seen" if sure else "undecided at this size",
                    "largest difference %+.1f points (the paper's: 1.6) by fair search; Spider EM of DFS+L2R, DFS+Random, "
                    "BFS+L2R, BFS+Random by full search: %s" % (worst["difference"], orders_in_full_search(results))))
    rows = ("r2", "r4", "astormer", "r16")
    distances = [results.mean(n, score("spider", "fair", "exact"), results.common_seeds(rows)) for n in rows]
    if None in distances:
        out.append(("R of half the depth is best (Spider: 8)", NOT_RUN, ""))
    else:
        best = distances.index(max(distances))
        ahead = rows[best] != "astormer" and better(results, rows[best], "astormer")[0] == "seen"
        out.append(("R of half the depth is best (Spider: 8)",
                    "seen" if rows[best] == "astormer" else "not seen" if ahead else "undecided at this size",
                    "best on Spider: R = %d" % [2, 4, 8, 16][best]))
    study = results.cells.get("dfs-random", {}).get("study")
    if not study:
        out.append(("with one table FROM is chosen first, with joins SELECT", NOT_RUN, ""))
    else:
        one, many = (100.0 * study[k]["from_first"] / max(study[k]["selects"], 1) for k in ("one_table", "joined"))
        out.append(("with one table FROM is chosen first, with joins SELECT",
                    "seen" if one > 50 > many else "not seen", "%.1f %% and %.1f %%" % (one, many)))
    studies = [results.cells.get("astormer", {}).get("study") or {}, results.shipped]
    last = [s["correlation_by_layer_and_head"][-1][-1] for s in studies if s.get("steps")]
    if not last:
        out.append(("attention is highly similar to nearness in the tree", NOT_RUN, ""))
    else:
        out.append(("attention is highly similar to nearness in the tree",
                    "seen" if min(last) >= 0.5 else "not seen",
                    "mean correlation in the last layer %s" % " and ".join("%.2f" % r for r in last)))
    out.append(("DuSQL: ASTormer is more accurate than the LSTM decoder",
                *better(results, "dusql-astormer", "dusql-lstm", ["dusql"])))
    return out


def claims_table(results):
    return markdown(["the paper says", "we", "by"], [list(c) for c in claims(results)])


# ---- the paper's sizes -----------------------------------------------------------------------------

def hours_table(results):
    """Hours of the paper's 100,000 updates of 20, from measured processor seconds per update."""
    if not results.speed:
        return "Hours for the paper's sizes: %s (`repro/speed`)." % NOT_RUN
    speed, rows = results.speed, []
    clusters = [(1, 1), (4, 1), (4, 10), (8, 10)]  # machines, Gbit/s between them
    head = ["", "processor seconds per update", "million parameters"] + [
        "one machine of %d cores" % speed["cores"] if k == 1 else "%d machines, %d Gbit/s" % (k, g) for k, g in clusters]
    for cell in speed["cells"]:
        row = [cell["preset"], "%.2f" % cell["cpu_seconds_per_update"], "%.1f" % cell["million_parameters"]]
        for machines, gigabits in clusters:
            compute = cell["cpu_seconds_per_update"] / speed["cores"] / machines
            # a ring all-reduce sends and receives twice the gradient, less one part of it
            exchange = 2 * (machines - 1) / machines * 4e6 * cell["million_parameters"] / (gigabits * 1e9 / 8)
            row.append("%.0f h" % (1e5 * (compute + exchange) / 3600))
        rows.append(row)
    return markdown(head, rows) + (
        "\n\nSimulated: 100,000 updates x (measured processor seconds / %d cores / machines + ring all-reduce of all "
        "gradients in 32 bits). The batch of 20 is shared by the machines. Measured over %d updates with "
        "%s instead of electra-small." % (speed["cores"], speed["updates"], speed["language_model"]))


# ---- pictures --------------------------------------------------------------------------------------

COLOURS = ["#2b6cb0", "#c53030", "#2f855a", "#6b46c1", "#b7791f", "#00838f", "#702459", "#4a5568"]


def svg(width, height, body):
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" '
            'font-family="sans-serif" font-size="11">\n<rect width="100%%" height="100%%" fill="white"/>\n%s\n</svg>\n'
            % (width, height, width, height, "\n".join(body)))


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def curves(results):
    """Loss by update of every cell, on a logarithmic scale."""
    shown = [(n, c["training"]["loss"]) for n, c in sorted(results.cells.items()) if len(c["training"]["loss"]) > 1]
    body, left, top, width, height = [], 60, 20, 560, 300
    last = max([p[0] for _, loss in shown for p in loss] or [1])
    values = [p[1] for _, loss in shown for p in loss if p[1] > 0] or [1, 10]
    low, high = math.log10(min(values) * 0.9), math.log10(max(values) * 1.1)
    y_of = lambda v: top + height - height * (math.log10(v) - low) / (high - low)
    for tick in [1, 2, 5, 10, 20, 50, 100]:
        if low <= math.log10(tick) <= high:
            body.append('<line x1="%d" x2="%d" y1="%.1f" y2="%.1f" stroke="#ddd"/><text x="%d" y="%.1f" '
                        'text-anchor="end">%d</text>' % (left, left + width, y_of(tick), y_of(tick), left - 6,
                                                         y_of(tick) + 4, tick))
    for i, (name, loss) in enumerate(shown):
        points = " ".join("%.1f,%.1f" % (left + width * s / last, y_of(v)) for s, v in loss if v > 0)
        colour = COLOURS[i % len(COLOURS)]
        body.append('<polyline fill="none" stroke="%s" points="%s"/>' % (colour, points))
        body.append('<text x="%d" y="%d" fill="%s">%s</text>' % (left + width + 10, top + 12 + 14 * i, colour,
                                                                 escape(name)))
    body.append('<text x="%d" y="%d">updates (0 to %d)</text>' % (left + width // 2 - 40, top + height + 24, last))
    body.append('<text x="10" y="14">loss a question</text>')
    return svg(left + width + 180, max(top + height + 40, top + 30 + 14 * len(shown)), body)


def heat_map(results):
    """Of the shipped model, which is trained best; else of the day's."""
    studies = [results.shipped, results.cells.get("astormer", {}).get("study") or {}]
    example = next((s["example"] for s in studies if s.get("example")), None)
    if not example:
        return None
    body, size, n, label = [], 14, len(example["nodes"]), 230
    for k, (title, key) in enumerate((("nearness in the tree", "nearness"), ("attention, last layer", "attention"))):
        left = label + k * (n * size + 40)
        body.append('<text x="%d" y="16">%s</text>' % (left, title))
        for j, row in enumerate(example[key]):
            most = max(row) or 1  # rows are distributions of different length: each has its own scale
            for i, value in enumerate(row):
                shade = value / 100.0 if key == "nearness" else value / most
                body.append('<rect x="%d" y="%d" width="%d" height="%d" fill="rgb(%d,%d,255)"/>' % (
                    left + i * size, 24 + j * size, size - 1, size - 1, 255 - 215 * shade, 255 - 155 * shade))
    for j, node in enumerate(example["nodes"]):
        body.append('<text x="%d" y="%d" text-anchor="end" font-size="10">%d %s</text>' % (
            label - 6, 24 + j * size + 11, j, escape(node)))
    return svg(label + 2 * (n * size + 40), 40 + n * size, body)


# ---- the check that rows are comparable --------------------------------------------------------------

def flat(cell):
    return {**cell["config"]["model"], **cell["config"]["train"], "language_model": cell["language_model"],
            "datasets": ",".join(cell["datasets"])}


def differences(results):
    """What two rows of one table differ in beyond the setting it is about."""
    wrong = []
    for name, rows in TABLES.items():
        first = results.cells.get(FIRST.get(name, "astormer"))
        for label, cell, allowed, _ in rows:
            for run in results.seeds(cell) if first else []:
                want = {**flat(first), **allowed, "seed": run["config"]["train"]["seed"]}
                have = flat(run)
                # a setting that one of the programs did not have yet is no difference
                for key in sorted(set(want) & set(have) | set(allowed)):
                    if want.get(key) != have.get(key):
                        wrong.append("%s, %s (%s): %s is %s, not %s" % (name, label, run["cell"], key,
                                                                       have.get(key), want.get(key)))
    return wrong


# ---- the document ----------------------------------------------------------------------------------

def document(results, template):
    english = [("Spider EM", "spider", "exact", 0), ("SParC QM", "sparc", "exact", 0), ("CoSQL QM", "cosql", "exact", 0)]
    main = [("Spider EM", "spider", "exact", 0), ("EX", "spider", "exec", 1), ("SParC QM", "sparc", "exact", 0),
            ("IM", "sparc", "interaction_exact", 1), ("CoSQL QM", "cosql", "exact", 0),
            ("IM", "cosql", "interaction_exact", 1)]
    dusql = [("EM", "dusql", "exact", 0), ("EM with values", "dusql", "exact_with_values", 1)]
    parts = {"main": accuracy_table(results, "main", main), "accuracy": accuracy_table(results, "time", english),
             "floats": floats_table(results, english), "time": time_table(results), "ablation": accuracy_table(results, "ablation", english),
             "distance": accuracy_table(results, "distance", english),
             "orders": accuracy_table(results, "orders", english), "study": study_table(results),
             "cases": cases_text(results), "inference": inference_table(results),
             "dusql": accuracy_table(results, "dusql", dusql), "frozen": accuracy_table(results, "frozen", english),
             "attention": attention_table(results), "pairs": pairs_table(results), "seeds": seeds_table(results), "claims": claims_table(results),
             "statistics": statistics_table(results), "coverage": coverage_table(results), "hours": hours_table(results), "runs": runs_table(results), "missing": missing_cells(results),
             "heat_map": "![attention](reproduction-attention.svg)" if heat_map(results) else ""}
    text = template
    for name, part in parts.items():
        if "{{%s}}" % name not in text:
            sys.exit("the template has no {{%s}}" % name)
        text = text.replace("{{%s}}" % name, part)
    if "{{" in text:
        sys.exit("the template asks for %s, which is not made" % text[text.index("{{"):][:40])
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", default=os.path.join(HERE, "results"))
    parser.add_argument("--docs", default=DOCS, help="folder of REPRODUCTION.md and its pictures")
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    options = parser.parse_args()
    results = Results(options.results)
    with open(os.path.join(HERE, "reproduction.md.in"), encoding="utf-8") as f:
        files = {"REPRODUCTION.md": document(results, f.read()), "reproduction-curves.svg": curves(results)}
    picture = heat_map(results)
    if picture:
        files["reproduction-attention.svg"] = picture
    wrong = differences(results)
    for line in wrong:
        print(line, file=sys.stderr)
    for name, text in files.items():
        path = os.path.join(options.docs, name)
        if not options.check:
            with open(path, "w", encoding="utf-8") as f:
                f.write(text)
        else:
            old = open(path, encoding="utf-8").read() if os.path.exists(path) else None
            if old != text:
                print("%s is not what the results give: run repro/report.py" % name, file=sys.stderr)
                wrong.append(name)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
