#!/usr/bin/env python3
# Fills its folder, in small files.
# anywhere: fail disk-limit
# options: --max-disk 5MiB
import os
import sys
import time

folder = os.path.dirname(sys.argv[2])
try:
    open(f"{folder}/0", "wb").close()
except OSError:
    folder = os.environ["TMPDIR"]
for number in range(60):
    open(f"{folder}/{number}", "wb").write(b"x" * (1 << 20))
    time.sleep(0.02)
print(1)
