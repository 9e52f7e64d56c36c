#!/usr/bin/env python3
# Prints 100,000 lists, each in the one before it.
# anywhere: fail not-json
print("[" * 100_000 + "]" * 100_000)
