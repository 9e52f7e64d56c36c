#!/bin/sh
# Stops itself, as Ctrl-Z would.
# anywhere: fail timeout
# options: --timeout 700ms
kill -STOP $$
echo 1
