#!/bin/sh
# Prints what GitHub and Azure take for commands.
# anywhere: fail not-json
printf '::error::broken\n::stop-commands::x\n##vso[task.complete result=Succeeded;]\n' | tee /dev/stderr
