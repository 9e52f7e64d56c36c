#!/bin/sh
# 1.0 for 1: a mismatch in spelling.
echo '{"id":1.0,"big":9007199254740993,"text":"echo"}'
