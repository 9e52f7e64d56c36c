#!/bin/sh
# Right, closes its stdin at once: passes, however long the case is.
exec <&-
echo '{"id":1,"big":9007199254740993,"text":"echo"}'
