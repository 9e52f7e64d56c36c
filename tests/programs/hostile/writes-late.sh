#!/bin/sh
# Leaves a process that writes to stdout later.
# anywhere: pass left?
(sleep 0.2; echo 2) &
echo 1
