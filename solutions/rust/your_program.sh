#!/bin/sh
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit
exec "$here/target/release/program" "$@"
