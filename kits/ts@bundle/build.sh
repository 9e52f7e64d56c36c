#!/bin/sh
# Makes dist/program.js, once per run: this Node does not run TypeScript by itself. The packages
# are installed when they are missing, and again when package-lock.json has changed.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")"
if ! [ node_modules/.package-lock.json -nt package-lock.json ]; then
  npm ci --silent --ignore-scripts --no-audit --no-fund
fi
exec node_modules/.bin/esbuild program.ts --bundle --platform=node --target=node20 --format=esm \
  --outfile=dist/program.js --log-level=warning --sourcemap=inline
