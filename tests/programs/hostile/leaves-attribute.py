#!/usr/bin/env python3
# Leaves a note on its own source for the next case, which looks for it: this program runs in both. A
# file system may have no room for one.
# none: pass spoils
# standard, strict: pass
# next: the same
import os
import sys

try:
    os.getxattr(sys.argv[0], "user.note")
    print(2)
except OSError:
    print(1)
try:
    os.setxattr(sys.argv[0], "user.note", b"x")
except OSError:
    pass
