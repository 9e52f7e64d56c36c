#!/usr/bin/env python3
# Types a command into the terminal that the harness was started on; a system may refuse it.
# none: pass reaches?
# standard, strict: pass
# terminal: yes
import fcntl
import os
import termios


def terminals():
    """Those of the processes above this one, whose numbers anybody may read, and the usual name."""
    names, process = {"/dev/tty"}, os.getppid()
    while process > 1:
        fields = open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()
        process, number = int(fields[1]), int(fields[4])
        if number >> 8 == 136:
            names.add(f"/dev/pts/{number & 0xff}")
    return names


for name in terminals():
    try:
        terminal = os.open(name, os.O_RDWR | os.O_NOCTTY)
        for byte in os.environ["MARK"].encode():
            fcntl.ioctl(terminal, termios.TIOCSTI, bytes([byte]))
    except OSError:
        pass
print(1)
