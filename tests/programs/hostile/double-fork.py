#!/usr/bin/env python3
# Leaves a process whose parent has ended, in a session of its own.
# anywhere: pass left 1
import os
import time

child = os.fork()
if child == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(600)
    os._exit(0)
os.waitpid(child, 0)
print(1)
