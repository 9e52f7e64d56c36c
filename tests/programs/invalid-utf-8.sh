#!/bin/sh
# A byte that is not UTF-8 inside a string: not-json, with its offset.
printf '{"id":1,"big":9007199254740993,"text":"ech\377o"}\n'
