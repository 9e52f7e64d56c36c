#!/bin/sh
# 100,000 open brackets: not-json, nested too deep.
head -c 100000 /dev/zero | tr '\0' '['
