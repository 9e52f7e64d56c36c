#!/bin/sh
# Right, without a line end: passes.
printf '%s' '{"id":1,"big":9007199254740993,"text":"echo"}'
