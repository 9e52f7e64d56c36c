#!/usr/bin/env python3
# Replaces the program by another one, which the next case would run.
# none: pass changed spoils
# standard, strict: pass
for name in ("program", "your_program.sh"):
    try:
        open(name, "w").write("#!/bin/sh\necho 2\n")
    except OSError:
        pass
print(1)
