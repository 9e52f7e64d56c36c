#!/usr/bin/env python3
# Takes memory that it could share with others, and shares it with nobody.
# anywhere: fail memory-limit
# options: --memory 100MiB
import mmap
import time

taken = mmap.mmap(-1, 200 << 20)
for page in range(0, len(taken), mmap.PAGESIZE):
    taken[page] = 1
time.sleep(0.3)
print(1)
