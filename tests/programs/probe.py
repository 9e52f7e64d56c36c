#!/usr/bin/env python3
# Looks for secrets wherever a program may look without reading its case, writes all that to the file
# in the variable PROBE, and then fails in the way that the variable FAILS names.
import glob
import os
import subprocess
import sys
import time

parent = os.path.dirname(os.path.dirname(sys.argv[2]))
seen = [repr(sys.argv), repr(dict(os.environ))]
for folder, folders, files in os.walk(parent):
    seen.append(repr((folder, folders, files)))
for process in ["self", str(os.getppid())]:
    for name in ["cmdline", "environ", "comm", "maps", "mountinfo", "status"]:
        try:
            seen.append(open(f"/proc/{process}/{name}", "rb").read().decode(errors="replace"))
        except OSError:
            pass
    for link in glob.glob(f"/proc/{process}/fd/*") + [f"/proc/{process}/cwd"]:
        try:
            seen.append(os.readlink(link))
        except OSError:
            pass
seen.append(subprocess.run(["ps", "axww", "-o", "args"], capture_output=True, text=True).stdout)
with open(os.environ["PROBE"], "a") as file:
    file.write("\n".join(seen) + "\n")

case = open(sys.argv[2]).read()
fails = os.environ["FAILS"]
if fails in ("mismatch", "exit-code", "timeout"):
    print(case, flush=True)
elif fails == "not-json":
    print("log", case, "and", case)
if fails != "no-output":
    print(case, file=sys.stderr, flush=True)
while fails == "timeout":
    time.sleep(60)
sys.exit(3 if fails == "exit-code" else 0)
