#!/usr/bin/env python3
# Says of every file of the course and of its own that it was written long ago.
# none: pass changed
# standard, strict: pass
import os
import sys

files = [os.path.join(top, name) for top, _, names in os.walk(os.environ["COURSE"]) for name in names]
for file in files + [sys.argv[0]]:
    try:
        os.utime(file, (1, 1))
    except OSError:
        pass
print(1)
