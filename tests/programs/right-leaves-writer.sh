#!/bin/sh
# Right, but leaves a process that goes on writing: passes at once, with a warning.
(while :; do printf ' '; done) &
echo '{"id":1,"big":9007199254740993,"text":"echo"}'
