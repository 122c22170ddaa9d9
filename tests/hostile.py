#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Raw requests, and what comes back. Prints TAP.

hostile.py table FILE HOST:PORT [nginx]   the golden table (its form is told at its head)
hostile.py traversal HOST:PORT CANARY     addresses that want out of the table
hostile.py drip HOST:PORT H B A I         clients that are too slow, and the deadlines
hostile.py flood HOST:PORT N PID          more clients than descriptors
hostile.py hold HOST:PORT N               connections that say nothing, until stdin ends
"""
import concurrent.futures
import itertools
import os
import random
import re
import select
import socket
import sys
import time

WAIT_S = 20        # for an answer that must come
QUIET_S = 0.3      # how long nothing more must come on a connection that stays open


def connect(place, source=None, buffer_bytes=None):
    host, port = place.rsplit(":", 1)
    stream = socket.socket()
    stream.settimeout(WAIT_S)
    if buffer_bytes:
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer_bytes)
    if source:
        stream.bind((source, 0))
    stream.connect((host, int(port)))
    return stream


def receive(stream, quiet_s):
    """Everything until the end of the stream, or silence; and whether it ended."""
    data = b""
    while True:
        stream.settimeout(quiet_s if data else WAIT_S)
        try:
            part = stream.recv(65536)
        except socket.timeout:
            return data, False
        except ConnectionResetError:
            return data, True
        if not part:
            return data, True
        data += part


def answers(data, heads):
    """The status of each answer in the bytes; `heads`: whether the first has no body."""
    found = []
    while data:
        head, blank, data = data.partition(b"\r\n\r\n")
        match = re.match(rb"HTTP/1\.[01] (\d\d\d)[ \r]", head + b"\r")
        if not match or not blank:
            return found + ["junk"]
        status = int(match.group(1))
        found.append(str(status))
        if status == 100:
            continue
        # What the library says of a length that is none begins twice.
        if len(found) == 1 and data.startswith(head + blank):
            found.append("twice")
            data = data[len(head + blank):]
        length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
        if status != 304 and not (heads and len(found) == 1):
            if length and len(data) < int(length.group(1)):
                return found + ["cut"]
            data = data[int(length.group(1)):] if length else b""
    return found


# ---- the table ----

def unescape(text):
    text = re.sub(r"\\\{(.)\*(\d+)\}", lambda m: m.group(1) * int(m.group(2)), text)
    named = {"r": b"\r", "n": b"\n", "t": b"\t", "\\": b"\\"}
    out, at = b"", 0
    for match in re.finditer(r"\\(?:x([0-9a-f]{2})|(.))", text):
        out += text[at:match.start()].encode()
        out += bytes([int(match.group(1), 16)]) if match.group(1) else named[match.group(2)]
        at = match.end()
    return out + text[at:].encode()


def read_table(path):
    cases = []
    for line in open(path, encoding="ascii"):
        line = line.rstrip("\n")
        mark, _, rest = line.partition(" ")
        if not line or mark == "#":
            continue
        if mark == "@":
            cases.append({"name": rest, "bytes": b"", "direct": None, "nginx": None})
        elif mark == ">" or mark[1:].isdigit():
            cases[-1]["bytes"] += int(mark[1:] or 1) * (unescape(rest) + b"\r\n")
        elif mark == ">>":
            cases[-1]["bytes"] += unescape(rest)
        elif mark == "<":
            cases[-1]["direct"] = rest
        elif mark == "~":
            cases[-1]["nginx"] = rest
        else:
            sys.exit(f"{path}: what is '{line}'?")
    return cases


def ask(place, case):
    with connect(place) as stream:
        try:
            stream.sendall(case["bytes"])
        except (BrokenPipeError, ConnectionResetError):
            pass
        data, ended = receive(stream, QUIET_S)
    found = answers(data, case["bytes"].startswith(b"HEAD"))
    return " ".join(found + ["close" if ended else "open"]), data


def table(path, place, through=None):
    cases = [case for case in read_table(path) if not through or case["nginx"]]
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        results = list(pool.map(lambda case: ask(place, case), cases))
    for case, (got, data) in zip(cases, results):
        wanted = case[through or "direct"]
        name = f"{through + ': ' if through else ''}{case['name']}"
        problem = f"got {got}, wanted {wanted}" if got != wanted else None
        if b"canary" in data:
            problem = "the request is echoed"
        # What the library below refuses has its own few headers.
        elif not through and re.match(rb"HTTP/1.1 [45]", data) and b"nosniff" in data and \
                b"Cache-Control: no-store" not in data:
            problem = "the refusal may be kept"
        print(f"not ok - {name}\n# {problem}" if problem else f"ok - {name}")


# ---- traversal ----

def traversals(n):
    dots = ["..", "%2e%2e", "%2E%2e", ".%2e", "%252e%252e", "%c0%ae%c0%ae", "..;", "...", ". .",
            "%u002e%u002e", "..%00", "\\..", "..%5c", "%2e%2e%2f", "....//", "..%c0%af"]
    slashes = ["/", "//", "%2f", "%2F", "%252f", "\\", "%5c", "/./", "%c0%af", "/;/"]
    roots = ["/", "/c/", "/static/", "/static/0/", "/c/20261130-k3f7qd/", "/c/20261130-k3f7qd/env/",
             "", "//", "/%2f", "http://x/", "/c/20261130-k3f7qd/env/6.1/", "/api/v1/campaigns/"]
    files = ["etc/passwd", "canary.txt", "lab.db", "canary.txt%00.png", "canary.txt?x=1",
             "web/server.c", "proc/self/environ", "canary.txt#.svg"]
    every = itertools.product(roots, dots, slashes, range(1, 9), files)
    chosen = random.Random(20261130).sample(list(every), n)
    return [root + (dot + slash) * depth + file for root, dot, slash, depth, file in chosen]


def traverse(place, target):
    with connect(place) as stream:
        stream.sendall(b"GET " + target.encode() + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        data, _ = receive(stream, WAIT_S)
    return data


def traversal(place, canary):
    secret = open(canary, "rb").read().strip()
    targets = traversals(5000)
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda target: traverse(place, target), targets))
    wrong = [target for target, data in zip(targets, results)
             if not re.match(rb"HTTP/1\.1 (400|404|505) ", data) or secret in data or b"root:" in data
             or data.count(b"HTTP/1.1 ") != 1]
    print(f"# {len(targets)} addresses, {len(wrong)} hits")
    print("ok - no way out of the table" if not wrong
          else f"not ok - no way out of the table\n# {wrong[:10]}")


# ---- slow clients ----

def drip(place, first, piece, deadline_s, name, read=False):
    """Sends or reads a little at a time; it must be over a second after the deadline at most."""
    with connect(place, buffer_bytes=4096 if read else None) as stream:
        stream.sendall(first)
        poller = select.poll()
        poller.register(stream, select.POLLHUP | select.POLLERR)
        begun = time.monotonic()
        while time.monotonic() - begun < deadline_s + 10:
            time.sleep(0.2)
            try:
                stream.settimeout(0.001)
                if read:
                    # What has come already can be read for long after the end.
                    if poller.poll(0) or not stream.recv(256):
                        break
                    continue
                stream.send(piece)
                if stream.recv(4096):
                    continue
                break
            except socket.timeout:
                continue
            except OSError:
                break
        took = time.monotonic() - begun
    # A loaded machine may look later; a connection that is held for ever is what must not be.
    right = deadline_s - 0.5 <= took <= deadline_s + 5
    late = "" if took <= deadline_s + 1 else ", more than a second late"
    return f"{'ok' if right else 'not ok'} - {name}: over after {deadline_s} s\n# {took:.1f} s{late}"


def drips(place, header, body, answer, idle):
    get = b"GET / HTTP/1.1\r\nHost: x\r\n"
    put = b"PUT /api/v1/campaigns/" + b"0" * 64 + b" HTTP/1.1\r\nHost: x\r\nContent-Length: 10000\r\n" \
        b"Authorization: Bearer " + os.environ.get("HOSTILE_TOKEN", "x").encode() + b"\r\n\r\n"
    kept = get + b"\r\n"
    # As many answers in a row as no buffer holds, of which little is read.
    many = (b"GET /c/20261130-k3f7qd.jsonl HTTP/1.1\r\nHost: x\r\n\r\n") * 400
    jobs = [(get, b"X", int(header), "header drip", False),
            (b"", b"G", int(header), "first line drip", False),
            (b"GET", b"", int(header), "half-open", False),
            (kept, b"", int(idle), "idle after an answer", False),
            (many, b"", int(answer), "slow reader", True)]
    if "HOSTILE_TOKEN" in os.environ:
        jobs.append((put, b"x", int(body), "body drip", False))
    with concurrent.futures.ThreadPoolExecutor(len(jobs)) as pool:
        print("\n".join(pool.map(lambda job: drip(place, *job), jobs)))


# ---- more than there is room for ----

def cpu_s(pid):
    fields = open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def flood(place, n, pid):
    held = []
    for _ in range(int(n)):
        try:
            held.append(connect(place))
        except OSError:
            pass
    before, begun = cpu_s(pid), time.monotonic()
    time.sleep(1)
    share = (cpu_s(pid) - before) / (time.monotonic() - begun)
    print(f"# {len(held)} clients, {100 * share:.1f} % of a CPU meanwhile")
    print("ok - it does not spin" if share < 0.5 else "not ok - it does not spin")
    for stream in held:
        stream.close()
    status = ""
    for _ in range(100):
        try:
            with connect(place) as stream:
                stream.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                data, _ = receive(stream, WAIT_S)
                status = data[9:12].decode()
        except OSError:
            pass
        if status == "200":
            break
        time.sleep(0.1)
    print(f"{'ok' if status == '200' else 'not ok'} - it recovers")


def hold(place, n):
    held = []
    for i in range(int(n)):
        stream = connect(place, f"127.0.{i // 60 // 250 + 1}.{i // 60 % 250 + 1}")
        stream.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        held.append(stream)
    print(len(held), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    {"table": table, "traversal": traversal, "drip": drips, "flood": flood,
     "hold": hold}[sys.argv[1]](*sys.argv[2:])
