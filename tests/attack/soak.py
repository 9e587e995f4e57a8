#!/usr/bin/env python3
"""Two servers of one database under attack: clients that ask, correct, run bombs, send rubbish,
dawdle and hang up, while worker processes are killed and stopped.  One of the two is killed as well,
time and again; the other lives from begin to end, so that what it holds can be seen to stay flat.

    soak.py ASTORMER MODEL DATABASE SECONDS [KILL_SECONDS [CLIENTS [THINK_SECONDS]]]

A client waits THINK_SECONDS (0) on average between two requests.  Beside other work the figures would be
those of the machine: with $SOAK_GROUP_NICE everything here becomes a scheduling group of its own (Linux's
autogroups) of that niceness, and the process that asks for health runs in real time where it may.  Prints a table, and ends with 1 if
an answer was wrong, an answer was lost while nobody killed the server, a correction that was
acknowledged is not in the file, health took more than $SOAK_HEALTH_SECONDS (1), memory or
descriptors grew, or a process was left behind.
"""
import glob
import http.client
import json
import multiprocessing
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time

ASTORMER, MODEL, DATABASE, SECONDS = sys.argv[1], sys.argv[2], sys.argv[3], float(sys.argv[4])
KILL_SECONDS = float(sys.argv[5]) if len(sys.argv) > 5 else 60
HEALTH_SECONDS = float(os.environ.get("SOAK_HEALTH_SECONDS", "1"))
CLIENTS = int(sys.argv[6]) if len(sys.argv) > 6 else 64
THINK_SECONDS = float(sys.argv[7]) if len(sys.argv) > 7 else 0

BOMB = ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000), k AS (SELECT "
        "json_group_object('k' || i, 1) AS j FROM n) SELECT length(json_patch(a.j, b.j)) FROM k a, k b")
BOMBS = [BOMB,
         "SELECT " + ", ".join(["hex(zeroblob(8000000))"] * 200),
         "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
         "WITH " + ", ".join(["c0 AS (SELECT 1 AS x)"] + [f"c{i} AS (SELECT a.x FROM c{i - 1} a, c{i - 1} b)"
                                                         for i in range(1, 22)]) + " SELECT count(*) FROM c21"]
QUESTIONS = ["How many hives are there?", "List all names.", "What is the highest number?", "How many are red?",
             "Which are the oldest?", "Show everything of the north."]


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def stat_of(pid):
    """Parent and time of start, which with the number tells processes apart: numbers come again."""
    with open(f"/proc/{pid}/stat") as f:
        fields = f.read().rsplit(")", 1)[1].split()
    return int(fields[1]), int(fields[19])


def still_there(pid, began):
    try:
        return stat_of(pid)[1] == began
    except OSError:
        return False


class Server:
    def __init__(self):
        self.port = free_port()
        self.process, self.away_until, self.starts = None, 0, 0
        self.workers_seen = set()
        self.lock = threading.Lock()

    def start(self):
        self.process = subprocess.Popen(
            [ASTORMER, "serve", DATABASE, "--model", MODEL, "--port", str(self.port), "--allow-sql", "--timeout", "1500",
             "--grace", "2", "--workers", "2", "--receive", "5000", "--allow-corrections", "--log", "none"], stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()
        self.starts += 1

    def children(self):
        out = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                parent, began = stat_of(pid)
                if parent == self.process.pid:
                    out.append(int(pid))
                    self.workers_seen.add((int(pid), began))
            except OSError:
                pass
        return out

    def signal_workers(self, number, most):
        """Signals at most so many of its workers, and says how many it were."""
        n = 0
        for pid in self.children()[:most]:
            try:
                os.kill(pid, number)
                n += 1
            except OSError:
                pass
        return n

    def kill_and_restart(self):
        with self.lock:
            self.away_until = time.monotonic() + 3600
            self.children()
            self.process.kill()
            self.process.wait()
            self.start()
            self.away_until = time.monotonic() + 1


def status_number(pid, field):
    try:
        with open(f"/proc/{pid}/status") as f:
            return next(int(line.split()[1]) for line in f if line.startswith(field))
    except (OSError, StopIteration):
        return 0


def descriptors(pid):
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except OSError:
        return 0


def apart():
    """A session and with it a scheduling group of our own, before whatever trains or builds here."""
    nice = os.environ.get("SOAK_GROUP_NICE")
    if not nice:
        return "as everything else"
    try:
        os.setsid()
        with open("/proc/self/autogroup", "w") as f:
            f.write(nice)
    except OSError as e:
        return f"no group of its own ({e})"
    return f"a group of its own, nice {nice}"


def probe_health(ports, results, stop):
    """A process of its own, so that the clients' threads do not slow it down."""
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(5))
    except OSError:
        pass
    while not stop.is_set():
        for i, port in enumerate(ports):
            begin = time.monotonic()
            try:
                c = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
                c.request("GET", "/healthz")
                code = c.getresponse().status
                c.close()
            except (OSError, http.client.HTTPException):
                code = 0
            wait = time.monotonic() - begin
            results.put((i, begin, wait, code))
            if wait > 0.1 or code not in (0, 200):  # for who watches: 0 is a server that was killed
                print(f"health of {i}: {wait * 1000:.0f} ms, {code}", time.strftime("%H:%M:%S"), file=sys.stderr)
        begin = time.monotonic()
        time.sleep(0.1)
        results.put((-1, begin, time.monotonic() - begin - 0.1, 0))  # how late the machine itself is


class Counts:
    def __init__(self):
        self.lock, self.by = threading.Lock(), {}
        self.wrong, self.lost, self.kept = [], [], []

    def add(self, what, code):
        with self.lock:
            self.by[what, code] = self.by.get((what, code), 0) + 1


def request(server, method, path, body=None, kind="application/json"):
    c = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    try:
        c.request(method, path, body, {"Content-Type": kind} if body else {})
        r = c.getresponse()
        return r.status, r.read()
    finally:
        c.close()


def hang_up(server, rng):
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as s:
        body = json.dumps({"question": rng.choice(QUESTIONS)}).encode()
        text = b"POST /v1/ask HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
        s.sendall((text + body)[:rng.randrange(1, len(text) + len(body) + 1)])


def dawdle(server, rng):
    """A request whose bytes trickle: the server gives it up after --receive; whether and how is its business."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as s:
        try:
            for byte in b"POST /v1/ask HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9000\r\n\r\n" + b"x" * 9000:
                s.sendall(bytes([byte]))
                time.sleep(0.2 + rng.random() / 5)
        except OSError:
            return "given up"
    return "-"


def act(server, rng, counts):
    x = rng.random()
    if x < 0.05:
        question = f"How many hives has number {rng.randrange(10 ** 12)}?"
        code, text = request(server, "POST", "/v1/correct", json.dumps(
            {"question": question, "sql": "SELECT count(*) FROM hive", "verdict": "right"}))
        good = code in (200, 204, 503, 504)
        if code in (200, 204):
            counts.kept.append(question)
        what = "correct"
    elif x < 0.4:
        code, text = request(server, "POST", "/v1/ask", json.dumps({"question": rng.choice(QUESTIONS)}))
        good = code in (200, 422, 503, 504) and json.loads(text)
        what = "ask"
    elif x < 0.65:
        n = rng.randrange(1000000)
        code, text = request(server, "POST", "/v1/run", json.dumps({"sql": f"SELECT {n} + 1"}))
        good = code in (503, 504) or (code == 200 and json.loads(text)["rows"] == [[n + 1]])
        what = "run"
    elif x < 0.8:
        code, text = request(server, "POST", "/v1/run", json.dumps({"sql": rng.choice(BOMBS)}))
        good = code in (503, 504)
        what = "bomb"
    elif x < 0.85:
        junk = bytes(rng.randrange(256) for _ in range(rng.randrange(1, 200)))
        code, text = request(server, "POST", rng.choice(["/v1/ask", "/v1/run"]), junk)
        good = code == 400
        what = "rubbish"
    elif x < 0.88:
        code, text = request(server, "POST", "/v1/ask", "x" * 100000)
        good = code == 413
        what = "too large"
    elif x < 0.9:
        code, text = request(server, "GET", "/" + "%2e%2e/" * rng.randrange(20) + "etc/passwd")
        good = code == 404
        what = "lost path"
    elif x < 0.91:
        counts.add("dawdle", dawdle(server, rng))
        return
    else:
        hang_up(server, rng)
        counts.add("hang up", "-")
        return
    counts.add(what, code)
    if not good:
        counts.wrong.append((what, code, text[:200]))


def client(server, seed, end, counts):
    rng = random.Random(seed)
    time.sleep(THINK_SECONDS * rng.random())  # not all at once
    while time.monotonic() < end:
        begin, starts = time.monotonic(), server.starts
        try:
            act(server, rng, counts)
        except (OSError, http.client.HTTPException) as e:
            # whoever was talking to a server that was killed, or talks before the next one listens
            if server.starts == starts and begin > server.away_until and time.monotonic() > server.away_until:
                counts.lost.append(repr(e))
            else:
                counts.add("server was killed", "-")
                time.sleep(0.05)
        if THINK_SECONDS:
            time.sleep(min(rng.expovariate(1 / THINK_SECONDS), max(end - time.monotonic(), 0)))


def missing(kept):
    """Corrections that a server said it had kept and that are in no file of them."""
    found = set()
    for path in glob.glob(os.environ["XDG_DATA_HOME"] + "/astormer/corrections/*.jsonl"):
        with open(path) as f:
            found.update(json.loads(line)["question"] for line in f)
    return [q for q in kept if q not in found]


def main():
    scheduled = apart()
    servers, counts = [Server(), Server()], Counts()
    lasting, mortal = servers
    for s in servers:
        s.start()
    begin, end = time.monotonic(), time.monotonic() + SECONDS
    results, stop = multiprocessing.Queue(), multiprocessing.Event()
    prober = multiprocessing.Process(target=probe_health, args=([s.port for s in servers], results, stop))
    prober.start()
    threads = [threading.Thread(target=client, args=(servers[i % 2], i, end, counts)) for i in range(CLIENTS)]
    for t in threads:
        t.start()
    samples, windows, killed, stopped_workers = [], [], 0, 0
    next_kill, next_stop = begin + KILL_SECONDS, begin + KILL_SECONDS / 2
    while time.monotonic() < end:
        time.sleep(0.5)
        samples.append((status_number(lasting.process.pid, "VmRSS"), descriptors(lasting.process.pid)))
        for s in servers:
            s.children()
        if time.monotonic() > next_stop:  # hangs, and does not even notice its own alarm
            next_stop += KILL_SECONDS
            stopped_workers += lasting.signal_workers(signal.SIGSTOP, 1)
        if time.monotonic() > next_kill:
            next_kill += KILL_SECONDS
            killed += sum(s.signal_workers(signal.SIGKILL, 1000) for s in servers)
            windows.append(time.monotonic())
            mortal.kill_and_restart()
            windows.append(time.monotonic())
    for t in threads:
        t.join()
    stop.set()
    health = []
    while prober.is_alive() or not results.empty():
        try:
            health.append(results.get(timeout=0.5))
        except Exception:
            break
    prober.join()
    stopped = 0
    for s in servers:
        s.children()
        stopping = time.monotonic()
        s.process.send_signal(signal.SIGTERM)
        s.process.wait(timeout=30)
        stopped = max(stopped, time.monotonic() - stopping)
    time.sleep(4)  # a worker whose server was killed ends a second after its query's deadline
    seen = lasting.workers_seen | mortal.workers_seen
    left = [p for p in seen if still_there(*p)]

    def was_killed(i, at):
        return i == 1 and any(windows[k] - 1 <= at <= windows[k + 1] + 1 for k in range(0, len(windows), 2))

    sleeps = sorted(w for i, at, w, code in health if i < 0)
    health = [h for h in health if h[0] >= 0]
    waits = sorted(w for i, at, w, code in health if not was_killed(i, at))
    sick = [code for i, at, w, code in health if code != 200 and not was_killed(i, at)]
    third = max(len(samples) // 3, 1)
    warm, last = samples[third:2 * third] or samples, samples[2 * third:] or samples
    rss = [sum(s[0] for s in part) / len(part) / 1024 for part in (warm, last)]
    fds = [max(s[1] for s in part) for part in (warm, last)]
    lost_corrections = missing(counts.kept)
    total = sum(n for (what, _), n in counts.by.items() if what != "server was killed")
    print(f"| {time.monotonic() - begin:.0f} s, {CLIENTS} clients, {THINK_SECONDS:g} s between requests | {total} requests |")
    print("|---|---|")
    for what in sorted({w for w, _ in counts.by}):
        print(f"| {what} | " + ", ".join(f"{n} x {code}" for (w, code), n in sorted(counts.by.items(), key=str) if w == what) + " |")
    print(f"| wrong answers; answers lost while nobody killed the server | {len(counts.wrong)}; {len(counts.lost)} |")
    print(f"| corrections acknowledged; of them not in the file | {len(counts.kept)}; {len(lost_corrections)} |")
    print(f"| workers killed; workers stopped; server killed | {killed}; {stopped_workers}; {mortal.starts - 1} |")
    print(f"| health: asked, p50, p99, most, over 100 ms, not 200 | {len(waits)}, {waits[len(waits) // 2] * 1000:.1f} ms, "
          f"{waits[len(waits) * 99 // 100] * 1000:.1f} ms, {waits[-1] * 1000:.1f} ms, {sum(w > 0.1 for w in waits)}, {len(sick)} |")
    used = os.times()
    print(f"| scheduled; processor used of servers, workers and clients; load | {scheduled}; "
          f"{(used.user + used.system + used.children_user + used.children_system) / SECONDS:.2f} cores; {os.getloadavg()[2]:.0f} |")
    print(f"| a sleep of the process that asked: late by p50, p99, most | {sleeps[len(sleeps) // 2] * 1000:.1f} ms, "
          f"{sleeps[len(sleeps) * 99 // 100] * 1000:.1f} ms, {sleeps[-1] * 1000:.1f} ms |")
    print(f"| the server that lives: resident, middle and last third | {rss[0]:.1f}, {rss[1]:.1f} MB |")
    print(f"| its descriptors, the same, at most | {fds[0]}, {fds[1]} |")
    print(f"| end after SIGTERM; processes left behind | {stopped:.1f} s; {len(left)} |")
    for bad in counts.wrong[:5] + counts.lost[:5] + lost_corrections[:5]:
        print("wrong:", bad)
    grown = rss[1] > rss[0] * 1.2 + 20 or fds[1] > fds[0] + CLIENTS + 20
    bad = counts.wrong or counts.lost or lost_corrections or grown or left
    return 1 if bad or waits[-1] > HEALTH_SECONDS or stopped > 10 else 0


sys.exit(main())
