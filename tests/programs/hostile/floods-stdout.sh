#!/bin/sh
# Prints without an end.
# anywhere: fail output-limit
# options: --max-output 1MiB
exec yes
