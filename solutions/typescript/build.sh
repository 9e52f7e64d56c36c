#!/bin/sh
# Bundles program.ts into dist/program.js. The packages are installed again only after
# package-lock.json has changed, so that a rebuild is quick and needs no network.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")"
if ! [ node_modules/.package-lock.json -nt package-lock.json ]; then
  npm ci --silent --ignore-scripts --no-audit --no-fund
fi
npm run --silent build
