#!/usr/bin/env python3
# Prints a line of 50 MB.
# anywhere: fail not-json
import sys

for _ in range(50):
    sys.stdout.write("x" * 1_000_000)
