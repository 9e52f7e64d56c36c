#!/bin/sh
# Uses the processor and never ends.
# anywhere: fail timeout
# options: --timeout 700ms
while :; do :; done
