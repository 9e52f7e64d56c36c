#!/usr/bin/env python3
# Prints something else each time.
# anywhere: fail mismatch
import time

print(time.time_ns())
