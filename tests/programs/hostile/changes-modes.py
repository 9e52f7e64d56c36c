#!/usr/bin/env python3
# Takes the access to every file of the course away.
# none: pass changed
# standard, strict: pass
import os

files = [os.path.join(top, name) for top, _, names in os.walk(os.environ["COURSE"]) for name in names]
for file in files + [os.environ["COURSE"]]:
    try:
        os.chmod(file, 0)
    except OSError:
        pass
print(1)
