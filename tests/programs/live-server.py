#!/usr/bin/env python3
# A server for live sessions that is right, but for what the variable FAULT names.
import json
import os
import subprocess
import sys
import time

FAULT = os.environ.get("FAULT", "")


def write(message):
    text = json.dumps(message, ensure_ascii=False, indent=2 if FAULT == "pretty" else None)
    if FAULT == "header":
        text = f"Content-Length: {len(text)}\r\n\r\n{text}"
    end = "" if FAULT in ("no-newline", "one-line") else "\n"
    if FAULT == "one-line":
        text += text
    print(text, end=end, flush=FAULT != "no-flush")
    if FAULT == "twice":
        print(text, flush=True)


def reply(message):
    method, params = message["method"], message.get("params", {})
    if method == FAULT:
        return
    if method == "dies-at {FAULT}":
        sys.exit(4)
    if "id" not in message and FAULT != "replies-to-notification":
        return
    result = {"initialize": {"serverInfo": {"name": "s"}}, "echo": params}.get(method, {})
    identity = message.get("id")
    if FAULT == "text-ids":
        identity = str(identity)
    answer = {"jsonrpc": "2.0", "id": identity, "result": result}
    later.append(answer)
    if method != "later":
        while later:
            write(later.pop())


later = []
if FAULT == "banner":
    print("Server started", flush=True)
if FAULT == "commands":
    print("\x1b[2J\u202e::error::x", flush=True)
if FAULT == "mark":
    print("\ufeff", end="", flush=True)
if FAULT == "slow-start":
    time.sleep(1)
if FAULT == "floods-stderr":
    sys.stderr.write("x" * 200_000)
if FAULT == "grandchild":
    subprocess.Popen(["sleep", "600"])
sys.stdout.reconfigure(encoding="utf-8")
for line in sys.stdin:
    reply(json.loads(line))
if FAULT == "stays":
    time.sleep(600)
