#!/usr/bin/env python3
# Looks for a secret of whoever grades in the environment of every process. Prints it where it is.
# none: fail mismatch
# standard, strict: pass
import glob

found = 1
for file in glob.glob("/proc/[0-9]*/environ"):
    try:
        if b"SECRET=2" in open(file, "rb").read().split(b"\0"):
            found = 2
    except OSError:
        pass
print(found)
