#!/usr/bin/env python3
# Takes the descriptors from its parent, which needs them: it may fail then, in this case or the next.
# At `strict` it has none.
# none: any spoils
# standard, strict: pass
import os
import resource

try:
    if os.getppid() != 0:
        resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (3, 3))
except OSError:
    pass
print(1)
