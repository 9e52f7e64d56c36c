#!/bin/sh
# The right answer, then an endless loop: timeout, and the answer was right.
echo '{"id":1,"big":9007199254740993,"text":"echo"}'
while :; do sleep 1; done
