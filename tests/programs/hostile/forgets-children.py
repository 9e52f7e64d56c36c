#!/usr/bin/env python3
# Has its work done by children that it never waits for, whose times the system then adds to none.
# anywhere: fail cpu-limit
# options: --cpu 500ms
import os
import signal
import time

signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(10):
    if os.fork() == 0:
        while time.process_time() < 0.2:
            pass
        os._exit(0)
    time.sleep(0.25)
print(1)
