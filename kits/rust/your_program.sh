#!/bin/sh
# The grader starts this file with a mode and a case; all of it goes to the program that cargo
# built, which `build` in theinference.json sees to.
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit
[ -e "$here/target/debug/program" ] || (cd "$here" && cargo build --quiet --target-dir target) >&2 || exit
exec "$here/target/debug/program" "$@"
