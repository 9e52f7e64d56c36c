#!/usr/bin/env python3
# Makes its pipes small and never wait, for both ends of them.
# anywhere: pass
import fcntl
import os

for descriptor in range(3):
    os.set_blocking(descriptor, False)
    try:
        fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, 4096)
    except OSError:
        pass
print(1)
