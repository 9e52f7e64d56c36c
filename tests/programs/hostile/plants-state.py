#!/usr/bin/env python3
# Puts links to the course where the harness keeps the files of a case that failed, and a pipe in the
# place of its lock; then fails.
# anywhere: fail mismatch
import os

last = ".theinference/last/hello/main"
try:
    os.makedirs(last)
    for name in ("case.json", "expected.json", "actual.json", "stdout", "stderr"):
        os.symlink(os.environ["COURSE"] + "/stages/course.json", f"{last}/{name}")
    os.mkfifo(".theinference/lock")
except OSError:
    pass
print(2)
