#!/usr/bin/env python3
# Prints a number of 200,000 digits.
# anywhere: fail mismatch
print("9" * 200_000)
