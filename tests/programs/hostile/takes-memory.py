#!/usr/bin/env python3
# Takes memory without an end, or nearly so.
# anywhere: fail memory-limit
# options: --memory 100MiB
import time

taken = [bytearray(b"x" * 10_000_000) for _ in range(60)]
time.sleep(600)
