#!/usr/bin/env python3
# Makes its pipe large, fills it with a right answer, and ends before anybody can have read that.
# anywhere: pass
# expected: 1000000
import fcntl
import os

try:
    fcntl.fcntl(1, fcntl.F_SETPIPE_SZ, 1 << 20)
except OSError:
    pass
answer = b'"' + b"x" * 999_998 + b'"'
while answer:
    answer = answer[os.write(1, answer):]
os._exit(0)
