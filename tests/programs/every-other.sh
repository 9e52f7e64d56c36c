#!/bin/sh
# The right answer, and in every other run another `id`: `--repeat` calls it flaky and names `/id`.
here=$(dirname "$0")
if [ -e "$here/odd" ]; then
  rm "$here/odd"
  echo '{"id":2,"big":9007199254740993,"text":"echo"}'
else
  : >"$here/odd"
  echo '{"id":1,"big":9007199254740993,"text":"echo"}'
fi
