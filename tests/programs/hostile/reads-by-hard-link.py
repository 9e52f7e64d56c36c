#!/usr/bin/env python3
# Prints the expected answer, by another name of the same file. A system may keep users from
# naming the files of others.
# none: any
# standard, strict: fail mismatch
import os
import tempfile

link = os.path.join(tempfile.mkdtemp(), "link")
try:
    os.link(os.environ["ANSWER"], link)
    print(open(link).read())
    os.remove(link)
except OSError:
    print(0)
os.rmdir(os.path.dirname(link))
