#!/bin/sh
# A number that went through a 64-bit float: a mismatch.
echo '{"id":1,"big":9007199254740992,"text":"echo"}'
