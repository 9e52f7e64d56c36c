#!/usr/bin/env bash
# Builds what is handed out, for this machine's platform:
#
#   packaging/release.sh [OUT]     OUT is target/packages where nothing is said
#
#   OUT/binaries/PLATFORM/theinference    on Linux fully static, for glibc and musl alike
#   OUT/npm/                              the npm packages, for `npm publish`
#   OUT/pypi/                             the wheel, for `twine upload`
#   OUT/archives/                         what `cargo binstall` fetches, with SHA256SUMS
#
# The npm packages are made of all binaries that are there: lay those of other platforms into
# OUT/binaries first, and run this on one of them last. Needs cargo, node, python3.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/.."
mkdir -p "${1:-target/packages}"
OUT=$(cd -- "${1:-target/packages}" && pwd)
readonly OUT
# What makes the wheel.
readonly PYTHON_TOOLS=$PWD/target/tools/maturin
readonly MATURIN='maturin>=1.9,<2'
readonly LARGEST=$((8 * 1024 * 1024))

case $(uname -s)-$(uname -m) in
  Linux-x86_64) platform=linux-x64 target=x86_64-unknown-linux-gnu arch=x86_64 ;;
  Linux-aarch64) platform=linux-arm64 target=aarch64-unknown-linux-gnu arch=aarch64 ;;
  Darwin-arm64) platform=darwin-arm64 target=aarch64-apple-darwin arch= ;;
  Darwin-x86_64) platform=darwin-x64 target=x86_64-apple-darwin arch= ;;
  *) echo "there are no packages for $(uname -s) on $(uname -m)" >&2; exit 1 ;;
esac
if [ -n "$arch" ]; then
  # The target is named, so that build scripts and macros are not made static too.
  export RUSTFLAGS='-C target-feature=+crt-static'
fi

build_binary() {
  cargo build --locked --profile dist --target "$target"
  mkdir -p "$OUT/binaries/$platform"
  cp "target/$target/dist/theinference" "$OUT/binaries/$platform/theinference"
  local size
  size=$(wc -c <"$OUT/binaries/$platform/theinference")
  echo "$OUT/binaries/$platform/theinference: $size bytes"
  if [ "$size" -gt "$LARGEST" ]; then
    echo "larger than 8 MiB: see what has grown with cargo bloat" >&2
    return 1
  fi
}

install_python_tools() {
  [ -x "$PYTHON_TOOLS/bin/maturin" ] && return 0
  python3 -m venv "$PYTHON_TOOLS"
  "$PYTHON_TOOLS/bin/pip" install --quiet --disable-pip-version-check "$MATURIN" wheel
}

# The binary is built already: with the same profile and target, maturin only packs it.
build_wheel() {
  rm -rf "$OUT/pypi"
  local maturin=("$PYTHON_TOOLS/bin/maturin" build --locked --profile dist --target "$target")
  if [ -n "$arch" ]; then
    (cd packaging/pypi && "${maturin[@]}" --compatibility manylinux2014 --out "$OUT/pypi")
    "$PYTHON_TOOLS/bin/python" -m wheel tags --remove \
      --platform-tag="+musllinux_1_1_$arch" "$OUT"/pypi/*.whl
  else
    (cd packaging/pypi && "${maturin[@]}" --out "$OUT/pypi")
  fi
}

build_archive() {
  local version
  version=$(cargo pkgid --locked | sed 's/.*[#@]//')
  mkdir -p "$OUT/archives"
  tar -czf "$OUT/archives/theinference-$version-$target.tar.gz" \
    -C "$OUT/binaries/$platform" theinference
  (cd "$OUT/archives" && sha256 theinference-*.tar.gz >SHA256SUMS)
}

sha256() {
  if command -v sha256sum >/dev/null; then sha256sum "$@"; else shasum -a 256 "$@"; fi
}

build_binary
rm -rf "$OUT/npm"
node packaging/npm/build.js "$OUT/binaries" "$OUT/npm"
install_python_tools
build_wheel
build_archive
