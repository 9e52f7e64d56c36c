#!/bin/sh
# Writes a file of a mebibyte into the folder of the case, then the right answer. Over the limit:
# `disk-limit`, by the signal that the system sends.
dd if=/dev/zero of="$(dirname "$2")/large" bs=65536 count=16 2>/dev/null || kill -XFSZ $$
echo '{"id": 1, "big": 9007199254740993, "text": "echo"}'
