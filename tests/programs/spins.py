#!/usr/bin/env python3
# Computes for MILLIS milliseconds of processor time, half of it in a child, then the right answer.
# Over the limit: `cpu-limit`.
import os
import time

RIGHT = '{"id": 1, "big": 9007199254740993, "text": "echo"}'


def spin():
    end = time.process_time() + int(os.environ["MILLIS"]) / 2_000
    while time.process_time() < end:
        pass


if os.fork() == 0:
    spin()
    os._exit(0)
spin()
os.wait()
print(RIGHT)
