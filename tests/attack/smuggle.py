#!/usr/bin/env python3
"""Requests that two readers may take for different ones, and files that are no use.

    smuggle.py PORT

Each is refused, once, and nothing that follows it on its connection is answered.
"""
import glob
import os
import socket
import sys

PORT = int(sys.argv[1])
HOST = b"Host: 127.0.0.1\r\n"
JSON = b"Content-Type: application/json\r\n"
POST = b"POST /v1/run HTTP/1.1\r\n"
SQL = b'{"sql":"SELECT 1"}'
HIDDEN = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"  # what an attacker would have taken for another's request
AMBIGUOUS = {
    "a length and chunks": POST + HOST + JSON + b"Content-Length: 18\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + HIDDEN,
    "chunks and a length": POST + HOST + JSON + b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n" + HIDDEN,
    "two lengths": POST + HOST + JSON + b"Content-Length: 18\r\nContent-Length: 5\r\n\r\n" + SQL + HIDDEN,
    "two equal lengths": POST + HOST + JSON + b"Content-Length: 18\r\nContent-Length: 18\r\n\r\n" + SQL + HIDDEN,
    "two hosts": b"GET /healthz HTTP/1.1\r\n" + HOST + b"Host: example.org\r\n\r\n" + HIDDEN,
    "an encoding nobody knows": POST + HOST + JSON + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + HIDDEN,
    "two encodings": POST + HOST + JSON + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n" + HIDDEN,
    "a length that is none": POST + HOST + JSON + b"Content-Length: +18\r\n\r\n" + SQL + HIDDEN,
    "a negative length": POST + HOST + JSON + b"Content-Length: -1\r\n\r\n" + SQL + HIDDEN,
}


def talk(data, seconds=15):
    """What came until the server closed the connection; None if it did not."""
    out = b""
    with socket.create_connection(("127.0.0.1", PORT), timeout=seconds) as s:
        try:
            s.sendall(data)
            while True:
                more = s.recv(65536)
                if not more:
                    return out
                out += more
        except ConnectionError:
            return out
        except socket.timeout:
            return None


def upload(name, data):
    head = (b"POST /v1/upload?name=" + name + b" HTTP/1.1\r\n" + HOST +
            b"Content-Type: application/octet-stream\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % len(data))
    return talk(head + data, 60)


def main():
    bad = []
    for what, data in AMBIGUOUS.items():
        got = talk(data)
        if got is None or not got.startswith(b"HTTP/1.1 4") or b'"stuck_workers"' in got or b'"rows"' in got:
            bad.append((what, got))
    got = talk(HIDDEN.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
    if not got or b"200" not in got[:20]:
        bad.append(("a plain request", got))

    before = set(glob.glob("/dev/shm/astormer-*/*"))
    for name, data, status in ((b"wide.csv", b",".join(b"c%d" % i for i in range(5000)) + b"\n1\n", b"413"),
                               (b"zero.csv", b"\0" * 100000, b"400"), (b"rubbish.sqlite", os.urandom(100000), b"400"),
                               (b"deep.jsonl", b'{"a":' * 20000, b"400")):
        got = upload(name, data)
        if not got or status not in got[:20] or b"/dev/shm" in got:
            bad.append((name, got))
    left = set(glob.glob("/dev/shm/astormer-*/*")) - before
    if left:
        bad.append(("left behind by uploads that failed", left))
    for b in bad:
        print(b)
    return 1 if bad else 0


sys.exit(main())
