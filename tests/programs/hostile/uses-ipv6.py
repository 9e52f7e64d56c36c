#!/usr/bin/env python3
# Opens a socket of IPv6, which a machine may lack. Prints 2 where that works.
# none: any
# standard, strict: pass
import socket

try:
    socket.socket(socket.AF_INET6)
    print(2)
except OSError:
    print(1)
