#!/usr/bin/env python3
# A right answer, then COUNT processes that wait, each in a session of its own. Over the limit:
# `process-limit`, with a word that the answer was right. None of them may be left.
import os
import sys
import time

print('{"id": 1, "big": 9007199254740993, "text": "echo"}', flush=True)
for _ in range(int(os.environ["COUNT"])):
    if os.fork() == 0:
        os.setsid()
        time.sleep(600)
time.sleep(600)
