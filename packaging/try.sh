#!/usr/bin/env bash
# Installs what packaging/release.sh has made, without a network, and grades a solution with it:
#
#   packaging/try.sh [OUT]     OUT is target/packages where nothing is said
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/.."
OUT=$(cd -- "${1:-target/packages}" && pwd)
SOLUTION=$PWD/solutions/python/your_program.sh
EMPTY=$(mktemp -d)
trap 'rm -rf "$EMPTY"' EXIT
cd "$EMPTY"

echo 'the wheel, in a fresh virtual environment'
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check --no-index "$OUT"/pypi/*.whl
venv/bin/theinference test --program "$SOLUTION"

echo 'the npm packages, in an empty folder'
mkdir npm
cd npm
for folder in "$OUT"/npm/theinference "$OUT"/npm/cli-*; do
  npm pack --silent "$folder" >/dev/null
done
npm install --offline --no-audit --no-fund --silent ./*.tgz
npx --no --offline theinference test --program "$SOLUTION"
