#!/bin/sh
# Closes stdin at once, of a case of 5 MB.
# anywhere: pass
# case: 5000000
exec <&-
echo 1
