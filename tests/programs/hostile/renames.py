#!/usr/bin/env python3
# Renames every file of the course.
# none: pass changed
# standard, strict: pass
import os

files = [os.path.join(top, name) for top, _, names in os.walk(os.environ["COURSE"]) for name in names]
for file in files:
    try:
        os.rename(file, file + ".moved")
    except OSError:
        pass
print(1)
