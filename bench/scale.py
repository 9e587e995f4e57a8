#!/usr/bin/python3
"""What a question costs as the work grows: tables, words, beam, steps, rows, connections.

usage: bench/scale.py MODEL [--astormer build/astormer] [--runs 5] [--most-rows 1000000] [--seconds 10]
                      [--svg docs/scale.svg] [--only tables,words,beam,steps,rows,serve]

Databases are made up in a folder of its own and go with it.  Every figure but those of serving is processor
time of whole runs of `astormer ask` (the median of --runs), so that a neighbour does not show; what starting
costs is in it, and is the first line.  Needs nothing but Python."""

import argparse
import http.client
import json
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time

parser = argparse.ArgumentParser(description="cost against the size of the work")
parser.add_argument("model")
parser.add_argument("--astormer", default="build/astormer")
parser.add_argument("--runs", type=int, default=5)
parser.add_argument("--most-rows", type=int, default=1000000)
parser.add_argument("--seconds", type=float, default=10, help="of load, for each number of workers")
parser.add_argument("--svg", help="also draw it")
parser.add_argument("--only", default="tables,words,beam,steps,rows,serve")
options = parser.parse_args()

NOUNS = ["vessel", "harbour", "captain", "cargo", "ticket", "route", "repair", "supplier", "invoice", "member",
         "branch", "loan", "course", "lecture", "recipe", "garden", "machine", "visitor", "museum", "station"]
COLUMNS = ["name TEXT", "city TEXT", "opened INTEGER", "price REAL"]


def build_tables(path, n):
    """n tables of six columns and ten rows, each but the first with a key to the one before."""
    with sqlite3.connect(path) as db:
        before = None
        for i in range(n):
            name = NOUNS[i % len(NOUNS)] + ("" if i < len(NOUNS) else "_%d" % (i // len(NOUNS)))
            key = ", before_id INTEGER REFERENCES %s(id)" % before if before else ", before_id INTEGER"
            db.execute("CREATE TABLE %s (id INTEGER PRIMARY KEY, %s%s)" % (name, ", ".join(COLUMNS), key))
            db.executemany("INSERT INTO %s VALUES (?, ?, ?, ?, ?, ?)" % name,
                           [(k, "%s %d" % (name, k), "town %d" % (k % 5), 1990 + k, k * 1.5, k) for k in range(1, 11)])
            before = name


def build_rows(path, n):
    """One table of n rows: a name of its own for each, and a city of a thousand."""
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA journal_mode = OFF")
        db.execute("CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT, balance REAL)")
        db.executemany("INSERT INTO customer VALUES (?, ?, ?, ?)",
                       (("%d" % k, "customer %s %d" % (NOUNS[k % 20], k), "town %d" % (k % 1000), k % 977)
                        for k in range(n)))


def ask(database, question, cache, *more):
    """Processor milliseconds, wall milliseconds and megabytes of one run."""
    start = time.perf_counter()
    child = os.posix_spawn(options.astormer, [options.astormer, "ask", database, question, "--model", options.model,
                                              "--cache", cache, *more], os.environ,
                           file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0),
                                         (os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0)])
    _, status, use = os.wait4(child, 0)
    if os.waitstatus_to_exitcode(status) > 3:  # 0 answered, small ones: unsure or declined
        sys.exit("scale.py: `ask %s` failed with %d" % (database, os.waitstatus_to_exitcode(status)))
    return 1000 * (use.ru_utime + use.ru_stime), 1000 * (time.perf_counter() - start), use.ru_maxrss / 1024


def typical(database, question, cache, *more):
    ask(database, question, cache, *more)  # makes the index, warms up
    runs = [ask(database, question, cache, *more) for _ in range(options.runs)]
    return statistics.median(r[0] for r in runs), statistics.median(r[2] for r in runs)


def of_steps(steps, beam):
    """The decoder alone, random weights: milliseconds a question, and how many steps there were."""
    out = subprocess.run([options.astormer, "bench", "decode", "--beam", str(beam), "--steps", str(steps), "--seconds",
                          "0.3", "--cpu-time", "--json"], check=True, capture_output=True, text=True).stdout
    run = json.loads(out)["runs"][0]
    return run["decoder_ms"] + run["symbolic_ms"], run["steps"]


def serve(database, workers, connections=64):
    """Questions a second, p50 and p99 in milliseconds of connections that ask without a pause."""
    server = subprocess.Popen([options.astormer, "serve", database, "--model", options.model, "--port", "0", "--log",
                               "none", "--workers", str(workers)], stdout=subprocess.PIPE, text=True)
    times, refused = [], [0]
    try:
        address = server.stdout.readline().split()[-1].split("/")[2]
        until = time.perf_counter() + options.seconds

        def client(n):
            link = http.client.HTTPConnection(address, timeout=60)
            while time.perf_counter() < until:
                start = time.perf_counter()
                link.request("POST", "/v1/ask", json.dumps({"question": "How many %s are in town %d?" % (
                    NOUNS[n % 10] + "s", n % 5)}), {"Content-Type": "application/json"})
                answer = link.getresponse()
                answer.read()
                if answer.status == 200:
                    times.append(time.perf_counter() - start)
                else:
                    refused[0] += 1
                    time.sleep(0.05)

        clients = [threading.Thread(target=client, args=(n,)) for n in range(connections)]
        start = time.perf_counter()
        for c in clients:
            c.start()
        for c in clients:
            c.join()
        spent = time.perf_counter() - start
    finally:
        server.terminate()
        server.wait()
    times.sort()
    return len(times) / spent, 1000 * times[len(times) // 2], 1000 * times[int(0.99 * len(times))], refused[0]


def draw(path, curves):
    """Curves side by side, both axes logarithmic: [(title, [(x, y), ...], unit of x)]."""
    import math
    width, height, gap = 250, 190, 56
    parts = ["<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-family='sans-serif' font-size='11'>"
             "<rect width='100%%' height='100%%' fill='white'/>" % (len(curves) * (width + gap) + gap, height + 80)]
    for i, (title, points, unit) in enumerate(curves):
        left, top = gap + i * (width + gap), 30
        xs, ys = [math.log10(p[0]) for p in points], [math.log10(p[1]) for p in points]
        low, high = math.floor(min(ys)), max(math.ceil(max(ys)), math.floor(min(ys)) + 1)
        x_at = lambda x: left + (x - xs[0]) / max(xs[-1] - xs[0], 1e-9) * width
        y_at = lambda y: top + height - (y - low) / (high - low) * height
        parts.append("<text x='%d' y='18' font-weight='bold'>%s</text>" % (left, title))
        parts.append("<rect x='%d' y='%d' width='%d' height='%d' fill='none' stroke='#999'/>" % (left, top, width, height))
        for power in range(low, high + 1):
            parts.append("<text x='%d' y='%.0f' text-anchor='end'>%g</text><path d='M%d %.1fh%d' stroke='#ddd'/>" % (
                left - 4, y_at(power) + 4, 10.0 ** power, left, y_at(power), width))
        parts.append("<polyline fill='none' stroke='#2266aa' stroke-width='2' points='%s'/>" % " ".join(
            "%.1f,%.1f" % (x_at(x), y_at(y)) for x, y in zip(xs, ys)))
        for x, y, p in zip(xs, ys, points):
            parts.append("<circle cx='%.1f' cy='%.1f' r='3' fill='#2266aa'/><text x='%.1f' y='%d' text-anchor='middle'>%g"
                         "</text><text x='%.1f' y='%.1f' text-anchor='middle' fill='#2266aa'>%.3g</text>" % (
                             x_at(x), y_at(y), x_at(x), top + height + 16, p[0], x_at(x), y_at(y) - 7, p[1]))
        parts.append("<text x='%d' y='%d' text-anchor='middle'>%s</text>" % (left + width / 2, top + height + 34, unit))
    with open(path, "w") as out:
        out.write("\n".join(parts) + "\n</svg>\n")


def main():
    curves = []
    with tempfile.TemporaryDirectory() as folder:
        cache = os.path.join(folder, "cache")
        os.mkdir(cache)

        def table(title, unit, rows):
            """rows: (x, processor ms, more to print)."""
            print(title)
            points = []
            for x, ms, more in rows:
                print("  %10s %9.1f ms  %s" % (x, ms, more), flush=True)
                points.append((x, ms))
            curves.append((title, points, unit))

        small = os.path.join(folder, "small.sqlite")
        build_tables(small, 10)

        def tables():
            for n in (10, 30, 100, 300, 1000):
                path = os.path.join(folder, "%d.sqlite" % n)
                build_tables(path, n)
                ms, mb = typical(path, "How many vessels are in town 3?", cache)
                yield n, ms, "%.0f MB" % mb

        def words():
            for n in (6, 12, 25, 50, 100):
                text = "How many vessels are in town 3" + " and please tell me about the harbour" * 20
                ms, mb = typical(small, " ".join(text.split()[:n]) + "?", cache)
                yield n, ms, "%.0f MB" % mb

        def beams():
            for n in (1, 5, 10):
                yield n, typical(small, "Which captains opened before 1995?", cache, "--beam", str(n))[0], ""

        def steps():
            for n in (16, 32, 64, 128):
                ms, taken = of_steps(n, 5)
                yield n, ms, "%.0f steps taken" % taken

        def rows():
            n = 1000
            while n <= options.most_rows:
                path, own = os.path.join(folder, "rows.sqlite"), os.path.join(folder, "cache-%d" % n)
                os.mkdir(own)
                build_rows(path, n)
                first = ask(path, "How many customers are in town 17?", own)
                size = sum(os.path.getsize(os.path.join(own, f)) for f in os.listdir(own))
                later, mb = typical(path, "How many customers are in town 17?", own)
                yield n, first[0], "first question, %.0f MB; index %.2f MB; later %.1f ms, %.0f MB; database %.1f MB" % (
                    first[2], size / 1e6, later, mb, os.path.getsize(path) / 1e6)
                os.remove(path)
                n *= 10

        parts = {"tables": ("tables, six columns each", tables),
                 "words": ("words of the question, 10 tables", words),
                 "beam": ("hypotheses, 10 tables", beams),
                 "steps": ("limit of steps, beam 5, decoder of random weights", steps),
                 "rows": ("rows of one table, first question: its index is built", rows)}
        wanted = options.only.split(",")
        for name, (unit, measured) in parts.items():
            if name in wanted:
                table(name, unit, measured())
        if "serve" in wanted:
            print("serving, 64 connections, 10 tables (wall clock)")
            for workers in (1, 2):
                rate, middle, slow, refused = serve(small, workers)
                print("  %d workers  %.1f questions/s, p50 %.0f ms, p99 %.0f ms, %d refused" % (
                    workers, rate, middle, slow, refused), flush=True)
    if options.svg:
        draw(options.svg, curves)


main()
