#!/bin/sh
# Right, with 300 kB on stderr: passes.
head -c 300000 /dev/zero | tr '\0' 'x' >&2
echo '{"id":1,"big":9007199254740993,"text":"echo"}'
