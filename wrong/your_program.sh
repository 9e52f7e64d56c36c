#!/bin/sh
# The Python solution with one mistake in it, which the variable MISTAKE names.
# Links are followed, so that one to this file does in another folder.
file=$0
while [ -h "$file" ]; do
  target=$(readlink "$file") || exit
  case $target in
    /*) file=$target ;;
    *) file=$(dirname -- "$file")/$target ;;
  esac
done
here=$(CDPATH='' cd -- "$(dirname -- "$file")" && pwd) || exit
# -S: the standard library is enough, and without the rest Python starts several times as fast.
exec python3 -S "$here/main.py" "$@"
