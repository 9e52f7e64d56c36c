#!/usr/bin/env python3
# Prints a right answer of one byte more than a pipe holds.
# anywhere: pass
# expected: 65537
print('"' + "x" * 65_535 + '"', end="")
