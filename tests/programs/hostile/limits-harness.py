#!/usr/bin/env python3
# Sets a limit of the parent of its parent, which is the harness: one that does no harm, as another
# would end it. Prints 2 where that works.
# none: fail mismatch
# standard, strict: pass
import os
import resource

parent = os.getppid()
try:
    stat = open(f"/proc/{parent}/stat").read()
    resource.prlimit(int(stat.rsplit(")", 1)[1].split()[1]), resource.RLIMIT_CORE, (0, 0))
    print(2)
except OSError:
    print(1)
