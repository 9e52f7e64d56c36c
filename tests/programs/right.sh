#!/bin/sh
# Right in every way: passes.
echo '{"id":1,"big":9007199254740993,"text":"echo"}'
