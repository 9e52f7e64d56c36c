#!/usr/bin/env python3
# Listens for the world. Prints 2 where that works.
# none: fail mismatch
# standard, strict: pass
import socket

try:
    socket.create_server(("", 0))
    print(2)
except OSError:
    print(1)
