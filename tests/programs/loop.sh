#!/bin/sh
# Never ends and prints nothing: timeout.
while :; do sleep 1; done
