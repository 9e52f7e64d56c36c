#!/bin/sh
# Leaves a process in a session of its own that holds stdout.
# anywhere: pass left 1
setsid sleep 600 &
echo 1
