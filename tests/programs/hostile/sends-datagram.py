#!/usr/bin/env python3
# Sends over UDP. Prints 2 where that works.
# none: fail mismatch
# standard, strict: pass
import socket

try:
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 9))
    print(2)
except OSError:
    print(1)
