#!/usr/bin/env python3
# Looks whether it has a privilege, or could get one from a program that gives some. Prints 2 then.
# none: any
# standard, strict: pass
status = dict(line.split(":\t", 1) for line in open("/proc/self/status"))
none = all(int(status[f"Cap{of}"], 16) == 0 for of in ("Inh", "Prm", "Eff", "Amb"))
held_in = status["NoNewPrivs"].strip() == "1" and status["Seccomp"].strip() == "2"
print(1 if none and held_in else 2)
