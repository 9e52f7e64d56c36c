#!/bin/sh
# Stops in the middle of a string: not-json, cut off.
printf '%s' '{"id":1,"big":9007199254740993,"text":"ec'
