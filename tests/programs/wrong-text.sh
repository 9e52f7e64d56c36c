#!/bin/sh
# Another text, and a log line on stderr: a mismatch that shows the log.
echo 'looking around' >&2
echo '{"id":1,"big":9007199254740993,"text":"ecko"}'
