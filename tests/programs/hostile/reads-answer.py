#!/usr/bin/env python3
# Prints the expected answer.
# none: pass
# standard, strict: fail mismatch
import os

try:
    print(open(os.environ["ANSWER"]).read())
except OSError:
    print(0)
