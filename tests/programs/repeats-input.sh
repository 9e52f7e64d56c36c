#!/bin/sh
# Prints its input on both channels: fails wherever that is not the answer.
cat "$2" >&2
exec cat "$2"
