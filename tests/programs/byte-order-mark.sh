#!/bin/sh
# A byte order mark before the answer: not-json.
printf '\357\273\277%s\n' '{"id":1,"big":9007199254740993,"text":"echo"}'
