#!/usr/bin/env python3
# A chain of processes, each of which starts the next and ends; the last one is killed in time.
# anywhere: pass left?
import os

print(1, flush=True)
if os.fork() == 0:
    for _ in range(2_000):
        if os.fork() != 0:
            os._exit(0)
