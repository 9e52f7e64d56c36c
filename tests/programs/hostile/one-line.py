#!/usr/bin/env python3
# Prints a line of 50 MB, as it may.
# anywhere: fail not-json
# options: --max-output 60MB
# user: any
import sys

for _ in range(50):
    sys.stdout.write("x" * 1_000_000)
