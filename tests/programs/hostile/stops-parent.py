#!/usr/bin/env python3
# Stops its parent, as Ctrl-Z would. At `strict` it has none.
# none: error
# standard, strict: pass
import os
import signal

try:
    if os.getppid() != 0:
        os.kill(os.getppid(), signal.SIGSTOP)
except OSError:
    pass
print(1)
