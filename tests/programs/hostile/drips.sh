#!/bin/sh
# Prints a little of an answer now and then, without an end.
# anywhere: fail timeout
# options: --timeout 700ms
printf '"'
while :; do printf x; sleep 0.1; done
