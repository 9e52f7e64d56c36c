#!/usr/bin/env python3
# Tries what a program that is held in may not do, and tells of each on stderr whether it could; then
# the right answer. At `standard` and `strict` everything is denied but what begins with "may".
import ctypes
import glob
import os
import signal
import socket
import sys
import tempfile

libc = ctypes.CDLL(None, use_errno=True)
workspace = os.getcwd()
parent = os.getppid()


def attempt(what, action):
    try:
        done = action()
        print(f"{what}: {'no' if done in (False, -1) else 'yes'}", file=sys.stderr)
    except OSError:
        print(f"{what}: no", file=sys.stderr)


def read(path):
    return lambda: open(path, "rb").read(1)


def write(path):
    return lambda: open(path, "ab").close()


def connect(family, *address):
    return lambda: socket.socket(family).connect(*address) or True


def hard_link():
    os.link(os.environ["ANSWER"], os.path.join(tempfile.gettempdir(), "answer"))


def any_terminal():
    return any(os.access(path, os.W_OK) and open(path, "w") for path in glob.glob("/dev/pts/[0-9]*"))


attempt("read the answer", read(os.environ["ANSWER"]))
attempt("read it by a link", lambda: os.symlink(os.environ["ANSWER"], f"{tempfile.gettempdir()}/l")
        or open(f"{tempfile.gettempdir()}/l", "rb").read(1))
attempt("read it through the parent's root", read(f"/proc/{parent}/root{os.environ['ANSWER']}"))
attempt("link it", hard_link)
attempt("read the grader", read(os.environ["GRADER"]))
attempt("read the parent's memory", read(f"/proc/{parent}/mem"))
attempt("read the parent's variables", read(f"/proc/{parent}/environ"))
attempt("write the workspace", write(f"{workspace}/new"))
attempt("rewrite the program", write(sys.argv[0]))
attempt("write the answer", write(os.environ["ANSWER"]))
attempt("remove the answer", lambda: os.remove(os.environ["ANSWER"]))
attempt("write beside its folder", write(f"{os.environ['BESIDE']}/x"))
attempt("write to the terminal", write("/dev/tty"))
attempt("write to any terminal", any_terminal)
attempt("change the mode of the program", lambda: os.chmod(sys.argv[0], 0o755) or True)
attempt("change the mode of what it reads", lambda: os.fchmod(os.open(sys.argv[0], 0), 0o755) or True)
# At `strict` it has none: 0 would be its own group.
attempt("signal the parent", lambda: parent != 0 and (os.kill(parent, 0) or True))
attempt("trace the parent", lambda: libc.ptrace(16, parent, 0, 0))
attempt("unshare", lambda: libc.unshare(0x10000000))
attempt("reach IPv4", connect(socket.AF_INET, ("127.0.0.1", int(os.environ["PORT"]))))
attempt("reach IPv6", lambda: socket.socket(socket.AF_INET6))
attempt("reach a socket", connect(socket.AF_UNIX, os.environ["SOCKET"]))
attempt("reach an abstract socket", connect(socket.AF_UNIX, "\0" + os.environ["SOCKET"]))
attempt("use io_uring", lambda: libc.syscall(425, 1, 0))
attempt("see a secret", lambda: "SECRET" in os.environ)
attempt("may write a temporary file", lambda: tempfile.NamedTemporaryFile().write(b"x"))
attempt("may read and write one", lambda: open(f"{tempfile.gettempdir()}/new", "w+b").write(b"x"))
attempt("may touch one", lambda: os.system(f"touch {tempfile.gettempdir()}/new") == 0)
attempt("may use the null device", write("/dev/null"))
attempt("may read the case", read(sys.argv[2]))
attempt("may start others", lambda: os.system("true") == 0)
attempt("may have a pair of sockets", socket.socketpair)
attempt("may signal its own", lambda: os.kill(os.getpid(), signal.SIGCONT) or True)
print('{"id": 1, "big": 9007199254740993, "text": "wrong on purpose, so that stderr is shown"}')
