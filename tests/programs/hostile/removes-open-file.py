#!/usr/bin/env python3
# Fills the disk with a file that has no name any more.
# anywhere: fail disk-limit
# options: --max-disk 5MiB
import os
import sys
import tempfile
import time

try:
    file = open(os.path.join(os.path.dirname(sys.argv[2]), "file"), "wb", buffering=0)
except OSError:
    file = tempfile.NamedTemporaryFile(delete=False, buffering=0)
os.remove(file.name)
for _ in range(60):
    file.write(b"x" * (1 << 20))
    time.sleep(0.02)
print(1)
