#!/usr/bin/env python3
# Leaves a flag on its own source for the next case, which looks for it: this program runs in both. A
# file system may know none.
# none: any spoils
# standard, strict: pass
# next: the same
import fcntl
import sys

FS_IOC_GETFLAGS, FS_IOC_SETFLAGS, NO_DUMP = 0x8008_6601, 0x4008_6602, 0x40
source, flags = open(sys.argv[0], "rb"), 0
try:
    flags = int.from_bytes(fcntl.ioctl(source, FS_IOC_GETFLAGS, bytes(8)), sys.byteorder)
    fcntl.ioctl(source, FS_IOC_SETFLAGS, (flags | NO_DUMP).to_bytes(8, sys.byteorder))
except OSError:
    pass
print(2 if flags & NO_DUMP else 1)
