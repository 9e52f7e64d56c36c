#!/usr/bin/env python3
# Writes MIB files of a mebibyte into the folder of the case, and waits. Over the limit:
# `disk-limit`.
import os
import sys
import time

folder = os.path.dirname(sys.argv[2])
for number in range(int(os.environ["MIB"])):
    with open(f"{folder}/{number}", "wb") as file:
        file.write(b"x" * (1 << 20))
time.sleep(600)
