#!/usr/bin/env python3
# Puts links to the course into its folder and in the place of it, for whoever clears up to follow.
# anywhere: pass
import os
import sys

folder = os.path.dirname(sys.argv[2])
try:
    os.symlink(os.environ["COURSE"], f"{folder}/link")
    os.rename(folder, folder + ".moved")
    os.symlink(os.environ["COURSE"], folder)
except OSError:
    os.symlink(os.environ["COURSE"], os.environ["TMPDIR"] + "/link")
print(1)
