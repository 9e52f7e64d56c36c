#!/bin/sh
# Writes one huge file.
# anywhere: fail disk-limit
# options: --max-file 1MiB
folder=$(dirname "$2")
(: > "$folder/huge") 2> /dev/null || folder=$TMPDIR
exec head -c 3000000 /dev/zero > "$folder/huge"
