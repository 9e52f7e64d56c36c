#!/usr/bin/env python3
# Connects to a socket that is a file. Prints 2 where that works.
# none: fail mismatch
# standard, strict: pass
import os
import socket
import tempfile

path = os.path.join(tempfile.mkdtemp(), "s")
try:
    server = socket.socket(socket.AF_UNIX)
    server.bind(path)
    server.listen()
    socket.socket(socket.AF_UNIX).connect(path)
    os.remove(path)
    print(2)
except OSError:
    print(1)
os.rmdir(os.path.dirname(path))
