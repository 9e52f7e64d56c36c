#!/usr/bin/env python3
# Ignores every signal that can be ignored, and stays.
# anywhere: fail timeout
# options: --timeout 700ms
import signal
import time

for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
while True:
    time.sleep(1)
