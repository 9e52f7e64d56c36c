#!/usr/bin/env python3
# Kills its parent. At `strict` it has none.
# none: error
# standard, strict: pass
import os

try:
    if os.getppid() != 0:
        os.kill(os.getppid(), 9)
except OSError:
    pass
print(1)
