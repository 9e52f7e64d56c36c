#!/usr/bin/env python3
# Has its parent run when nobody else wants to, and on one processor. Prints 2 where that works.
# none: fail mismatch
# standard, strict: pass
import os


def could(action, *arguments):
    try:
        return action(*arguments) or True
    except OSError:
        return False


parent = os.getppid()
done = parent != 0 and [
    could(os.setpriority, os.PRIO_PROCESS, parent, 1),
    could(os.sched_setaffinity, parent, os.sched_getaffinity(0)),
    could(os.sched_setscheduler, parent, os.SCHED_BATCH, os.sched_param(0)),
]
print(2 if done and any(done) else 1)
