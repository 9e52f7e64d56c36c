#!/usr/bin/env python3
# Prints the expected answer, as any process sees it.
# none: pass
# standard, strict: fail mismatch
import glob
import os

for root in glob.glob("/proc/[0-9]*/root"):
    try:
        print(open(root + os.environ["ANSWER"]).read())
        break
    except OSError:
        pass
else:
    print(0)
