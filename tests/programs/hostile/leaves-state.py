#!/usr/bin/env python3
# Leaves something for the next case, which looks for it: this program runs in both.
# none: pass spoils
# standard, strict: pass
# next: the same
import os

folders = {os.environ.get("TMPDIR", "/tmp"), os.environ["HOME"], "/tmp", "/var/tmp", "/dev/shm"}
found = False
for folder in folders:
    file = f"{folder}/{os.environ['MARK']}"
    try:
        if os.path.exists(file):
            found = True
            os.remove(file)
        else:
            open(file, "w").close()
    except OSError:
        pass
print(2 if found else 1)
