#!/bin/sh
# Prints a variable of whoever grades.
# none: fail mismatch
# standard, strict: pass
echo "${SECRET:-1}"
