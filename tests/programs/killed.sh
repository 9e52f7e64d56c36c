#!/bin/sh
# The right answer, then SIGKILL: signal, and the answer was right.
echo '{"id":1,"big":9007199254740993,"text":"echo"}'
kill -KILL $$
