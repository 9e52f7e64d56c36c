#!/bin/sh
# Never ends.
# anywhere: fail timeout
# options: --timeout 700ms
exec sleep 600
