#!/bin/sh
# Starts many processes: a fork bomb with an end.
# anywhere: fail process-limit
# options: --max-processes 20
count=0
while [ $((count += 1)) -le 60 ]; do sleep 600 & done
wait
