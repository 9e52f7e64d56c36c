#!/usr/bin/env python3
# Leaves what is hard to remove: folders without access, deeply nested, with a pipe and a socket.
# anywhere: pass
import os
import socket
import sys

os.chdir(os.path.dirname(sys.argv[2]))
try:
    os.mkdir("deeper")
except OSError:
    os.chdir(os.environ["TMPDIR"])
    os.mkdir("deeper")
try:
    os.mkfifo("pipe")
    socket.socket(socket.AF_UNIX).bind("socket")
except OSError:
    pass
for _ in range(700):
    os.chdir("deeper")
    os.mkdir("deeper")
for folder in (".", "..", "../.."):
    try:
        os.chmod(folder, 0)
    except OSError:
        pass
print(1)
