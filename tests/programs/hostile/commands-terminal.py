#!/usr/bin/env python3
# Prints what moves the cursor, clears the screen and names the window.
# anywhere: fail not-json
import sys

text = "\x1b[2J\x1b[H\x1b]0;PASS\x07\x9b31m\u061c\u200e\u202e\u2066\x7f\x85\r1\x08\x00"
sys.stdout.write(text)
sys.stderr.write(text)
