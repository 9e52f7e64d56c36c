#!/usr/bin/env python3
# Kills whatever it can. Without isolation that is all of its user, also the harness.
# none: ends
# standard, strict: pass
# user: thrown away
import os

try:
    os.kill(-1, 9)
except OSError:
    pass
print(1)
