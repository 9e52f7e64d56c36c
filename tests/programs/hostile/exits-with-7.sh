#!/bin/sh
# Ends with an exit code after the right answer.
# anywhere: fail exit-code
# tells: nswer is right
echo 1
exit 7
