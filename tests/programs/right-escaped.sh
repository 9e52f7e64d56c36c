#!/bin/sh
# Right, a letter written as an escape: passes.
printf '%s\n' '{"id":1,"big":9007199254740993,"text":"\u0065cho"}'
