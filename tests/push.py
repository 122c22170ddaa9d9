# SPDX-License-Identifier: GPL-2.0-or-later
"""What push.sh needs beside curl: other campaigns, and clients that break off or come in crowds.

    reseal FORM ID [OLD NEW]     the campaign under another id (and with a text replaced), sealed again
    cut URL FORM TOKENS STEP     one upload for each STEPth length, which ends there; prints how many
    crowd URL FORM TOKENS N      N identical uploads at once; prints the statuses with their numbers
    slow URL FORM TOKEN          sends a byte a tenth of a second; prints "cut" when it was
    lock STORE READY             holds the store's write lock until its input ends
"""
import collections
import hashlib
import http.client
import json
import socket
import sqlite3
import struct
import sys
import threading
import time
from urllib.parse import urlparse


def reseal(path, new_id, old=None, new=None):
    lines = open(path, "rb").read().splitlines(keepends=True)
    lines = lines[: next(i for i, line in enumerate(lines) if b'"kind":"seal"' in line)]
    header = json.loads(lines[0])
    lines[0] = lines[0].replace(header["id"].encode(), new_id.encode(), 1)
    body = b"".join(lines)
    if old is not None:
        body = body.replace(old.encode(), new.encode(), 1)
    seal = {"digest": hashlib.sha256(body).hexdigest(), "kind": "seal"}
    sys.stdout.buffer.write(body + json.dumps(seal, separators=(",", ":")).encode() + b"\n")


def head(form, token, length, more=""):
    path = "/api/v1/campaigns/" + hashlib.sha256(form).hexdigest()
    return (
        f"PUT {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n"
        f"Authorization: Bearer {token}\r\n{more}\r\n"
    ).encode()


def connect(url):
    where = urlparse(url)
    return socket.create_connection((where.hostname, where.port), timeout=20)


def begin(url, form, token):
    """A connection on which the server waits for the body; None where it does not want it now."""
    client = connect(url)
    client.sendall(head(form, token, len(form), "Expect: 100-continue\r\n"))
    if client.recv(1000).startswith(b"HTTP/1.1 100 "):
        return client
    client.close()
    return None


def cut(url, path, tokens, step):
    form, n = open(path, "rb").read(), 0
    for length in range(0, len(form), int(step)):
        for i in range(200):
            client = begin(url, form, tokens[(n + i) % len(tokens)])
            if client:
                break
            time.sleep(0.05)
        if not client:
            break
        client.sendall(form[:length])
        if n % 2:  # breaks off: with a reset
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.close()
        n += 1
    print(n)


def put(url, form, token):
    where = urlparse(url)
    connection = http.client.HTTPConnection(where.hostname, where.port, timeout=60)
    try:
        connection.request(
            "PUT",
            "/api/v1/campaigns/" + hashlib.sha256(form).hexdigest(),
            form,
            {"Authorization": "Bearer " + token},
        )
        return connection.getresponse().status
    except OSError:
        return 0  # refused while the body was on its way
    finally:
        connection.close()


def crowd(url, path, tokens, n):
    form, statuses = open(path, "rb").read(), collections.Counter()
    lock = threading.Lock()

    def one(i):
        status = put(url, form, tokens[i % len(tokens)])
        with lock:
            statuses[status] += 1

    threads = [threading.Thread(target=one, args=(i,)) for i in range(int(n))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(" ".join(f"{status}:{statuses[status]}" for status in sorted(statuses)))


def slow(url, path, token):
    form = open(path, "rb").read()
    with connect(url) as client:
        client.sendall(head(form, token, 200))
        try:
            for i in range(200):
                client.sendall(form[i : i + 1])
                time.sleep(0.1)
        except OSError:
            print("cut")
            return
        print("taken")


def lock(path, ready):
    store = sqlite3.connect(path, isolation_level=None)
    store.execute("BEGIN IMMEDIATE")
    open(ready, "w").close()
    sys.stdin.read()
    store.execute("ROLLBACK")


def main(command, *words):
    if command == "cut":
        cut(words[0], words[1], words[2].split(","), words[3])
    elif command == "crowd":
        crowd(words[0], words[1], words[2].split(","), words[3])
    else:
        {"reseal": reseal, "slow": slow, "lock": lock}[command](*words)


main(*sys.argv[1:])
