#!/bin/sh
# Prints its answer on stderr: no-output.
echo '{"id":1,"big":9007199254740993,"text":"echo"}' >&2
