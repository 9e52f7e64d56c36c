#!/bin/sh
# Closes stdout and stays.
# anywhere: fail timeout
# options: --timeout 700ms
exec >&-
exec sleep 600
