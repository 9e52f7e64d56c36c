#!/usr/bin/env python3
# Fills a folder that may not be listed; root lists it all the same.
# anywhere: fail disk-limit
# options: --max-disk 5MiB
import os
import sys
import time

try:
    folder = os.path.join(os.path.dirname(sys.argv[2]), "hidden")
    os.mkdir(folder, 0o300)
except OSError:
    folder = os.path.join(os.environ["TMPDIR"], "hidden")
    os.mkdir(folder, 0o300)
for number in range(60):
    open(f"{folder}/{number}", "wb").write(b"x" * (1 << 20))
    time.sleep(0.02)
print(1)
