#!/usr/bin/env python3
# Connects over TCP. Prints 2 where that works.
# none: fail mismatch
# standard, strict: pass
import socket

try:
    server = socket.create_server(("127.0.0.1", 0))
    socket.create_connection(server.getsockname())
    print(2)
except OSError:
    print(1)
