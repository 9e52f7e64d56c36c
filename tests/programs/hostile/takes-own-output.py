#!/usr/bin/env python3
# Takes what it printed out of the pipe again, so that whoever was told of it finds nothing there.
# anywhere: fail timeout
# options: --timeout 700ms
import os

out = os.open("/proc/self/fd/1", os.O_RDONLY | os.O_NONBLOCK)
while True:
    os.write(1, b" ")
    try:
        os.read(out, 4096)
    except BlockingIOError:
        pass
