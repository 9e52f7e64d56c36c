#!/bin/sh
# Prints nothing: no-output.
exit 0
