#!/usr/bin/env python3
# Leaves shared memory, a queue and a semaphore of System V for the next case, which looks for them:
# this program runs in both, and the second run removes them.
# none: pass spoils
# standard, strict: pass
# next: the same
import ctypes
import os
import zlib

IPC_CREAT, IPC_RMID = 0o1000, 0
libc = ctypes.CDLL(None)
key = ctypes.c_int(zlib.crc32(os.environ["MARK"].encode()) | 1)
kinds = [
    (lambda flags: libc.shmget(key, 4096, flags), lambda it: libc.shmctl(it, IPC_RMID, None)),
    (lambda flags: libc.msgget(key, flags), lambda it: libc.msgctl(it, IPC_RMID, None)),
    (lambda flags: libc.semget(key, 1, flags), lambda it: libc.semctl(it, 0, IPC_RMID)),
]
found = [(get(0), remove) for get, remove in kinds]
if any(it >= 0 for it, _ in found):
    [remove(it) for it, remove in found]
    print(2)
else:
    [get(IPC_CREAT | 0o600) for get, _ in kinds]
    print(1)
