#!/usr/bin/env python3
# Logs a lot, then answers right.
# anywhere: pass
import sys

for _ in range(5_000):
    sys.stderr.write("x" * 1_000 + "\n")
print(1)
