#!/usr/bin/env python3
# Connects to a socket that has a name and no file. Prints 2 where that works.
# none: fail mismatch
# standard, strict: pass
import socket

try:
    import os
    name = "\0" + os.environ["MARK"]
    server = socket.socket(socket.AF_UNIX)
    server.bind(name)
    server.listen()
    socket.socket(socket.AF_UNIX).connect(name)
    print(2)
except OSError:
    print(1)
