#!/usr/bin/env python3
"""Tables of repro/results/variants/*.json, between markers in docs/TRAINING.md and models/README.md.

repro/variants.py writes them, --check says with its exit status whether they are what the results give.
"""
import argparse
import json
import math
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
NAMES = ["unrelated", "elsewhere", "hide", "add", "rename", "misspell", "number_words", "openings"]
NOT_RUN = "not run"


def read_results(folder):
    return {p.stem: json.loads(p.read_text()) for p in sorted(folder.glob("*.json"))}


def share(right, count):
    return f"{100 * right / count:.1f}" if count else "-"


def right_of(score, where=None):
    """Share right of the questions judged, of those that `where` marks."""
    bits = [b for i, b in enumerate(score["exec_bits"]) if b in "01" and (where is None or where[i])]
    return share(bits.count("1"), len(bits))


def mcnemar(a, b, where=None):
    """Right in b only, right in a only, and the exact two-sided binomial of that."""
    pairs = [(x, y) for i, (x, y) in enumerate(zip(a["exec_bits"], b["exec_bits"]))
             if x in "01" and y in "01" and (where is None or where[i])]
    gained, lost = pairs.count(("0", "1")), pairs.count(("1", "0"))
    n, k = gained + lost, min(gained, lost)
    p = min(1.0, 2 * sum(math.comb(n, i) for i in range(k + 1)) / 2**n) if n else 1.0
    return f"+{gained} -{lost}, p {p:.2g}"


def comparable(a, b):
    """The same questions, asked in the same way of models that differ in nothing but the variant."""
    return all(a[key] == b[key] for key in ["kinds", "beam", "base_steps", "config"])


def declined(score, where):
    bits = [b for i, b in enumerate(score["declined_bits"]) if where[i]]
    return share(bits.count("1"), len(bits))


def marks(text, letter):
    return [c == letter for c in text]


def under(name, run):
    """What its own variant makes of a model: right of the changed questions, or declined elsewhere."""
    score = run["scores"].get(name)
    if not score:
        return NOT_RUN
    changed = marks(score["changed_bits"], "1")
    return declined(score, changed) + " declined" if name == "elsewhere" else right_of(score, changed)


def own_gain(name, none, run):
    a, b = none["scores"].get(name), run["scores"].get(name)
    if not a or not b or name == "elsewhere":
        return "-"
    return mcnemar(a, b, marks(b["changed_bits"], "1"))


def pilot_row(name, results):
    run, none = results.get(name), results.get("none")
    title = "none" if name == "none" else f"`{run['setting'] if run else name}`"
    if not run:
        return [title] + [NOT_RUN] * 8
    plain, kinds = run["scores"]["plain"], run["kinds"]
    cells = [title] + [right_of(plain)] + [right_of(plain, marks(kinds, k)) for k in "afn"]
    cells.append(declined(plain, marks(kinds, "u")))
    if name == "none":
        return cells + ["", "", ""]
    if not none:
        return cells + [NOT_RUN] * 3
    if not comparable(none, run):
        return cells + ["not comparable"] * 3
    return cells + [mcnemar(none["scores"]["plain"], plain), f"{under(name, none)} / {under(name, run)}",
                    own_gain(name, none, run)]


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def how_made(results):
    done = [r for name, r in results.items() if name in ["none"] + NAMES and r["training"]]
    if not done:
        return []
    first, minutes = done[0], [r["training"]["cpu_seconds"] / 60 for r in done]
    base = f" after {first['base_steps']} without variants" if first["base_steps"] else ""
    return ["", f"{first['training']['steps']} updates a pilot{base}, seed {first['config']['train']['seed']}, "
            f"{len(first['kinds'])} held-out questions with beam {first['beam']}; "
            f"{min(minutes):.1f} to {max(minutes):.1f} minutes of processor for the updates of one."]


def pilots_table(results):
    head = ["trained with", "rows right, %", "alone", "follow-up", "new topic", "unanswerable declined, %",
            "against none", "questions its variant changes, %: none / it", "against none there"]
    return table(head, [pilot_row(name, results) for name in ["none"] + NAMES]) + how_made(results)


def shipped_row(name, run):
    score, plain = run["scores"].get(name), run["scores"]["plain"]
    if not score:
        return [f"`{name}`"] + [NOT_RUN] * 4
    changed = marks(score["changed_bits"], "1")
    cells = [f"`{name}`", str(sum(changed)), right_of(plain, [c and k != "u" for c, k in zip(changed, run["kinds"])])]
    if name == "elsewhere":
        return cells + [declined(score, changed) + " declined", "-"]
    return cells + [right_of(score, changed), mcnemar(plain, score, changed)]


def shipped_table(results):
    head = ["variant", "questions it changes", "rows right of these as they are, %", "as the variant puts them, %", "gained and lost"]
    run = results.get("default")
    if not run:
        return table(head, [[f"`{n}`"] + [NOT_RUN] * 4 for n in NAMES])
    note = f"{len(run['kinds'])} held-out questions, beam {run['beam']}; all as they are: {right_of(run['scores']['plain'])} % rows right."
    return table(head, [shipped_row(n, run) for n in NAMES]) + ["", note]


def put_between(path, name, lines, check):
    """Whether the file has these lines between its markers; written unless check."""
    begin, end = f"<!-- {name}: made by repro/variants.py -->", f"<!-- end of {name} -->"
    text = path.read_text()
    if text.count(begin) != 1 or text.count(end) != 1:
        sys.exit(f"{path}: wants one '{begin}' and one '{end}'")
    head, rest = text.split(begin)
    tail = rest.split(end)[1]
    new = head + begin + "\n" + "\n".join(lines) + "\n" + end + tail
    if new == text:
        return True
    if check:
        print(f"{path} is not what the results give: run repro/variants.py", file=sys.stderr)
        return False
    path.write_text(new)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", type=pathlib.Path, default=HERE / "results" / "variants")
    parser.add_argument("--pilots", type=pathlib.Path, default=HERE.parent / "docs" / "TRAINING.md")
    parser.add_argument("--shipped", type=pathlib.Path, default=HERE.parent / "models" / "README.md")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    results = read_results(options.results)
    good = put_between(options.pilots, "variants", pilots_table(results), options.check)
    good &= put_between(options.shipped, "robustness", shipped_table(results), options.check)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
