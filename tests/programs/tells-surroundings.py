#!/usr/bin/env python3
# Passes with the answer `"done"`, and writes what it finds around itself to the file in the variable
# FACTS, as JSON.
import json
import os
import sys


def is_open(descriptor):
    try:
        os.fstat(descriptor)
        return True
    except OSError:
        return False


def has_terminal():
    try:
        os.close(os.open("/dev/tty", os.O_RDWR))
        return True
    except OSError:
        return False


facts = {
    "descriptors": [number for number in range(1024) if is_open(number)],
    "leads_session": os.getsid(0) == os.getpid(),
    "has_terminal": has_terminal(),
    "stdin_is_terminal": os.isatty(0),
    "cwd": os.getcwd(),
    "arguments": sys.argv[1:],
    "beside_case": os.listdir(os.path.dirname(sys.argv[-1])),
    "stdin_is_the_file": sys.stdin.buffer.read() == open(sys.argv[-1], "rb").read(),
    "variable": os.environ.get("FROM_SETTINGS"),
}
with open(os.environ["FACTS"], "w") as file:
    json.dump(facts, file)
print(json.dumps("done"))
