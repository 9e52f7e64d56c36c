#!/usr/bin/env python3
# Dies of SIGSEGV after the right answer.
# anywhere: fail signal
# tells: nswer is right
import os
import signal

print(1, flush=True)
os.kill(os.getpid(), signal.SIGSEGV)
