#!/bin/sh
# NaN where a number is expected: not-json.
echo '{"id":NaN,"big":9007199254740993,"text":"echo"}'
