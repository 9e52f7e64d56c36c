#!/bin/sh
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit
exec python3 "$here/program.py" "$@"
