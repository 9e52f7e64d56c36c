#!/usr/bin/env python3
# Sets up io_uring, of which no filter of calls sees what it does; a machine may lack it.
# none: any
# standard, strict: pass
import ctypes

IO_URING_SETUP = 425
parameters = ctypes.create_string_buffer(120)
print(1 if ctypes.CDLL(None).syscall(IO_URING_SETUP, 1, parameters) < 0 else 2)
