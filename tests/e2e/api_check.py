#!/usr/bin/python3
"""Checks of a running server that need more than curl: answers against the OpenAPI document, the
format of the counters, overload, and slow senders.  Usage: api_check.py document|overload|slow|abandoned URL"""
import http.client
import json
import re
import socket
import sys
import threading
import time
import urllib.parse

import jsonschema

WHERE = urllib.parse.urlsplit(sys.argv[2])


def call(method, path, body=None, headers=None, timeout=60):
    connection = http.client.HTTPConnection(WHERE.hostname, WHERE.port, timeout=timeout)
    head = dict(headers or {})
    if body is not None:
        head["Content-Type"] = "application/json"
        body = json.dumps(body)
    connection.request(method, path, body, head)
    response = connection.getresponse()
    return response, response.read()


def check_document():
    document = json.loads(call("GET", "/openapi.json")[1])
    resolver = jsonschema.RefResolver.from_schema(document)
    question = "How many hives are there?"
    escaped = urllib.parse.quote(question)
    calls = [
        ("post", "/v1/ask", {"question": question}, 200),
        ("post", "/v1/ask", {"question": "zzz qqq", "run": False}, 200),
        ("post", "/v1/ask", {"question": 1}, 400),
        ("post", "/v1/run", {"sql": "SELECT 1, 'a', NULL, 2.5, x'00ff'"}, 200),
        ("post", "/v1/run", {"sql": "SELEC"}, 400),
        ("post", "/v1/correct", {"question": "what?", "sql": "SELECT count(*) FROM hive", "verdict": "right"}, 200),
        ("post", "/v1/correct", {"question": "what?", "sql": "DELETE FROM hive", "verdict": "right"}, 400),
        ("get", "/v1/explain", f"question={escaped}", 200),
        ("get", "/v1/explain", "query=x", 400),
        ("get", "/v1/schema", None, 200),
        ("get", "/healthz", None, 200),
        ("get", "/openapi.json", None, 200),
    ]
    seen = set()
    for method, path, sent, wanted in calls:
        operation = document["paths"][path][method]
        body = sent if method == "post" else None
        response, text = call(method.upper(), path + ("?" + sent if isinstance(sent, str) else ""), body)
        assert response.status == wanted, (path, response.status, text)
        answers = operation["responses"]
        answer = answers[str(response.status)] if str(response.status) in answers else answers["default"]
        if "$ref" in answer:
            answer = resolver.resolve(answer["$ref"])[1]
        media = response.headers["Content-Type"].split(";")[0]
        schema = answer["content"][media]["schema"]
        jsonschema.Draft202012Validator(schema, resolver=resolver).validate(json.loads(text))
        if body is not None:
            request = operation["requestBody"]["content"]["application/json"]["schema"]
            right = jsonschema.Draft202012Validator(request, resolver=resolver).is_valid(body)
            assert right or wanted == 400, (path, body)
        seen.add(path)
    check_metrics()
    seen.add("/metrics")
    check_upload(document, resolver)
    seen.add("/v1/upload")
    assert seen == set(document["paths"]), set(document["paths"]) - seen
    # the validator itself must be able to say no
    bad = jsonschema.Draft202012Validator({"$ref": "#/components/schemas/Result"}, resolver=resolver)
    assert not bad.is_valid({"columns": [1]})


def check_upload(document, resolver):
    def send(name, body):
        connection = http.client.HTTPConnection(WHERE.hostname, WHERE.port, timeout=60)
        connection.request("POST", "/v1/upload?name=" + urllib.parse.quote(name), body, {"Content-Type": "application/octet-stream"})
        response = connection.getresponse()
        return response.status, json.loads(response.read())

    status, made = send("../../etc/two words.csv", b"name;price\nTea;2.5\nMilk;1\n")
    assert status == 200, made
    schema = document["paths"]["/v1/upload"]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    jsonschema.Draft202012Validator(schema, resolver=resolver).validate(made)
    there = json.loads(call("GET", "/v1/schema?database=" + made["id"])[1])
    assert [c["name"] for c in there["tables"][0]["columns"]] == ["name", "price"] and made["id"] in there["server"]["databases"], there
    rows = json.loads(call("POST", "/v1/run", {"sql": f"SELECT price FROM {there['tables'][0]['name']} ORDER BY 1", "database": made["id"]})[1])["rows"]
    assert rows == [[1.0], [2.5]], rows
    assert send("broken.csv", b"a,b\n1,2,3\n")[0] == 400
    assert send("large.csv", b"a,b\n" + b"1,2\n" * 100000)[0] == 413
    assert call("GET", "/v1/schema?database=nowhere")[0].status == 404
    assert call("POST", "/v1/ask", {"question": "hives", "database": "nowhere"})[0].status == 404


def check_metrics():
    """The text format of Prometheus: every sample has a TYPE before it, histograms add up."""
    text = call("GET", "/metrics")[1].decode()
    types, samples = {}, {}
    sample = re.compile(r'^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (-?[0-9.e+-]+|\+Inf|NaN)$')
    assert text.endswith("\n")
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name not in types and kind in ("counter", "gauge", "histogram"), line
            types[name] = kind
        elif not line.startswith("# HELP "):
            match = sample.match(line)
            assert match, line
            family = re.sub(r"_(bucket|sum|count)$", "", match[1])
            assert match[1] in types or types.get(family) == "histogram", line
            assert line.rsplit(" ", 1)[0] not in samples, line
            samples[line.rsplit(" ", 1)[0]] = float(match[3])
    for name, value in samples.items():
        if name.startswith("astormer_request_seconds_count"):
            assert samples[name.replace("_count{", "_bucket{").replace("}", ',le="+Inf"}')] == value
    assert samples['astormer_requests_total{path="/v1/ask",status="200"}'] == 2
    assert samples["process_resident_memory_bytes"] > 1e6


def check_overload():
    slow = {"sql": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"}
    statuses, lock = [], threading.Lock()

    def ask():
        response, text = call("POST", "/v1/run", slow)
        with lock:
            statuses.append(response.status)
            if response.status == 503:
                assert int(response.headers["Retry-After"]) >= 1
                assert json.loads(text)["error"]["message"]

    threads = [threading.Thread(target=ask) for _ in range(12)]
    begin = time.time()
    for thread in threads:
        thread.start()
    time.sleep(0.3)
    # what costs nothing is still answered at once
    assert call("GET", "/healthz", timeout=5)[0].status == 200
    for thread in threads:
        thread.join()
    assert statuses.count(503) >= 9, statuses  # one at work, two waiting
    assert set(statuses) <= {503, 504}, statuses
    assert time.time() - begin < 30


def check_slow():
    """One byte now and then keeps a connection from ever being idle; it must end all the same."""
    sockets = []
    for i in range(30):
        s = socket.create_connection((WHERE.hostname, WHERE.port))
        s.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: " if i % 2 else
                  b"POST /v1/ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{")
        sockets.append(s)
    assert call("GET", "/healthz")[0].status == 200
    ended, begin = set(), time.time()
    while len(ended) < len(sockets) and time.time() - begin < 20:
        for s in sockets:
            if s in ended:
                continue
            try:
                s.sendall(b"x")
                s.settimeout(0.001)
                if s.recv(4096) == b"":
                    ended.add(s)
            except (TimeoutError, socket.timeout):
                pass
            except OSError:
                ended.add(s)
        time.sleep(0.1)
    assert len(ended) == len(sockets), f"{len(ended)} of {len(sockets)} ended"
    assert call("GET", "/healthz")[0].status == 200


def check_abandoned():
    """Clients that hang up leave no work behind: one query runs out its time, the others never begin."""
    slow = json.dumps({"sql": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"})
    sockets = []
    for _ in range(10):
        s = socket.create_connection((WHERE.hostname, WHERE.port))
        s.sendall(f"POST /v1/run HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(slow)}\r\n\r\n{slow}".encode())
        sockets.append(s)
    time.sleep(0.5)
    for s in sockets:
        s.close()
    assert call("POST", "/v1/run", {"sql": "SELECT 1"})[0].status == 200


{"document": check_document, "abandoned": check_abandoned, "overload": check_overload, "slow": check_slow}[sys.argv[1]]()
