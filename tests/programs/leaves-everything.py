#!/usr/bin/env python3
# Starts a child in a session of its own and a daemon that forked twice, writes all process ids to
# the file in the variable PIDS, and never ends: whatever ends the run has to end them all. A case
# that holds `answer` is answered instead.
import json
import os
import sys
import time


def sleep_for_ever():
    while True:
        time.sleep(60)


def start(depth):
    """Forks `depth` times, each in a new session; tells the last process's id."""
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if depth > 1 and os.fork() > 0:
            os._exit(0)
        os.write(writing, str(os.getpid()).encode())
        os.close(writing)
        sleep_for_ever()
    os.close(writing)
    return os.read(reading, 32).decode()


case = json.load(open(sys.argv[2]))
if "answer" in case:
    print(json.dumps(case["answer"]))
    sys.exit()
pids = [str(os.getppid()), str(os.getpid()), start(1), start(2)]
with open(os.environ["PIDS"] + ".new", "w") as file:
    file.write(" ".join(pids))
os.rename(os.environ["PIDS"] + ".new", os.environ["PIDS"])
sleep_for_ever()
