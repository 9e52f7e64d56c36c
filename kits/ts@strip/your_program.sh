#!/bin/sh
# The grader starts this file with a mode and a case; all of it goes to program.ts.
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit
exec node --disable-warning=ExperimentalWarning "$here/program.ts" "$@"
