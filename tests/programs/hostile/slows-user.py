#!/usr/bin/env python3
# Has everything of its user run later than the rest, the harness too. Prints 2 where that works.
# none: fail mismatch
# standard, strict: pass
# user: thrown away
import os

try:
    parent = os.getppid()
    before = os.getpriority(os.PRIO_PROCESS, parent) if parent else 0
    os.setpriority(os.PRIO_USER, 0, 1)
    print(2 if parent and os.getpriority(os.PRIO_PROCESS, parent) != before else 1)
except OSError:
    print(1)
