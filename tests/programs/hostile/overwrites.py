#!/usr/bin/env python3
# Overwrites every file of the course.
# none: pass changed
# standard, strict: pass
import os

files = [os.path.join(top, name) for top, _, names in os.walk(os.environ["COURSE"]) for name in names]
for file in files:
    try:
        open(file, "w").write("2")
    except OSError:
        pass
print(1)
