#!/bin/sh
# Prints its answer twice: not-json, more than one document.
echo '{"id":1,"big":9007199254740993,"text":"echo"}'
echo '{"id":1,"big":9007199254740993,"text":"echo"}'
