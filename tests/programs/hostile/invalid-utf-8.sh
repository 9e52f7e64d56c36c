#!/bin/sh
# Prints bytes that are no text.
# anywhere: fail not-json
printf '"\377"'
