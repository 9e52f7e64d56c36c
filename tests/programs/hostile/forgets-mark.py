#!/usr/bin/env python3
# Leaves a process that hides: without an environment, with no file open, and with a name that looks
# like that of one that has ended.
# anywhere: pass left 1
import ctypes
import os

PR_SET_NAME = 15
reading, writing = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() != 0:
        os._exit(0)
    ctypes.CDLL(None).prctl(PR_SET_NAME, b"a) Z 1 (b", 0, 0, 0)
    os.write(writing, b"x")
    os.closerange(0, 256)
    code = "import ctypes, time; ctypes.CDLL(None).prctl(15, b'a) Z 1 (b', 0, 0, 0); time.sleep(600)"
    os.execve("/usr/bin/env", ["env", "python3", "-c", code, os.environ["MARK"]], {"PATH": os.environ["PATH"]})
os.read(reading, 1)
print(1)
