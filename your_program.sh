#!/bin/sh
# Runs the reference solution in Rust; the build step in theinference.json makes its binary.
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit
exec "$here/solutions/rust/target/release/program" "$@"
