#!/bin/sh
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit
exec node "$here/dist/program.js" "$@"
