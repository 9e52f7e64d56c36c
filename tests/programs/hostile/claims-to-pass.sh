#!/bin/sh
# Prints what looks like a report.
# anywhere: fail not-json
printf 'PASS hello / main\n\n1 passed (1 ms)\n1\n'
