#!/usr/bin/env python3
# Reads what its parent has in memory and in its environment, and traces it.
# none: fail mismatch
# standard, strict: pass
import ctypes
import os

PTRACE_SEIZE = 0x4206
parent = os.getppid()
reached = parent != 0 and ctypes.CDLL(None).ptrace(PTRACE_SEIZE, parent, 0, 0) == 0
for file in ("environ", "maps", "mem"):
    try:
        reached |= parent != 0 and bool(open(f"/proc/{parent}/{file}", "rb").read(1))
    except OSError:
        pass
print(2 if reached else 1)
