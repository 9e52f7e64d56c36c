#!/usr/bin/env python3
# Prints a large answer before it reads a case of 5 MB, and reads that to its end.
# anywhere: pass
# case: 5000000
# expected: 1000000
import sys

print('"' + "x" * 999_998 + '"', flush=True)
if len(sys.stdin.buffer.read()) < 5_000_000:
    sys.exit(1)
