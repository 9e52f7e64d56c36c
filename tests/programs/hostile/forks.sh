#!/bin/sh
# Starts many processes: a fork bomb with an end.
# anywhere: fail process-limit
# options: --max-processes 20
for n in $(seq 60); do sleep 600 & done
wait
