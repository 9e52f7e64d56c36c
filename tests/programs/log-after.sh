#!/bin/sh
# A log line on stdout after the answer: not-json, quoting the line.
echo '{"id":1,"big":9007199254740993,"text":"echo"}'
echo done
