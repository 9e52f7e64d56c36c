#!/usr/bin/env python3
# Kills the parent of its parent, which is the harness. At `strict` it has none.
# none: ends
# standard, strict: pass
import os

parent = os.getppid()
try:
    if parent != 0:
        stat = open(f"/proc/{parent}/stat").read()
        os.kill(int(stat.rsplit(")", 1)[1].split()[1]), 9)
except OSError:
    pass
print(1)
