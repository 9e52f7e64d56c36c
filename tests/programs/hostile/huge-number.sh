#!/bin/sh
# Prints a number of a thousand million digits, in a short way.
# anywhere: fail mismatch
echo 1e999999999
