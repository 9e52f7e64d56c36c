#!/bin/sh
# A log line on stdout before the answer: not-json, quoting the line.
echo starting
echo '{"id":1,"big":9007199254740993,"text":"echo"}'
