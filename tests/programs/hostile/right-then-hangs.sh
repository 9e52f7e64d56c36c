#!/bin/sh
# Prints the right answer and does not end.
# anywhere: fail timeout
# tells: nswer is right
# options: --timeout 700ms
echo 1
exec sleep 600
