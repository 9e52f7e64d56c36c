#!/bin/sh
# Prints without end: output-limit.
exec yes
