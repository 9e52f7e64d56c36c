#!/usr/bin/env python3
# Prints the expected answer, by a link to it.
# none: pass
# standard, strict: fail mismatch
import os
import tempfile

link = os.path.join(tempfile.mkdtemp(), "link")
try:
    os.symlink(os.environ["ANSWER"], link)
    print(open(link).read())
except OSError:
    print(0)
finally:
    os.path.islink(link) and os.remove(link)
    os.rmdir(os.path.dirname(link))
