#!/usr/bin/env python3
# Prints a number of a million digits.
# anywhere: fail mismatch
print("9" * 1_000_000)
