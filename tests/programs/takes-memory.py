#!/usr/bin/env python3
# Two processes of which each takes MIB mebibytes of memory, then the right answer. Over the limit
# together: `memory-limit`, although neither is by itself.
import os
import sys

RIGHT = '{"id": 1, "big": 9007199254740993, "text": "echo"}'

ready, tell = os.pipe()
go, wait = os.pipe()
child = os.fork() == 0
taken = os.urandom(1) * (int(os.environ["MIB"]) << 20)
if child:
    os.close(wait)
    os.write(tell, b".")
    os.read(go, 1)
    os._exit(0)
os.read(ready, 1)
# Long enough to be looked at.
import time
time.sleep(0.3)
os.close(wait)
os.wait()
print(RIGHT)
