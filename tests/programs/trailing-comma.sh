#!/bin/sh
# A comma after the last member: not-json.
echo '{"id":1,"big":9007199254740993,"text":"echo",}'
