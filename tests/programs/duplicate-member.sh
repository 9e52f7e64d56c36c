#!/bin/sh
# The right member twice: a mismatch of its own.
echo '{"id":1,"big":9007199254740993,"text":"echo","id":1}'
