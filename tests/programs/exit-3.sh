#!/bin/sh
# The right answer, then exit code 3: exit-code, and the answer was right.
echo '{"id":1,"big":9007199254740993,"text":"echo"}'
exit 3
