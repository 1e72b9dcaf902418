#!/bin/sh
# Installs the Debian packages that grad-opt is built and tested with.
#
#   setup.sh
#
# Needs no network, and no rights, where all of them are there. Debian 12 has
# LLVM 22 in its security updates. GRADOPT_SKIP_SETUP=1 skips everything, for
# systems that bring the same tools in another way.
set -eu
. "$(dirname -- "$0")/common.sh"

packages="
  g++ cmake ninja-build ccache
  libmlir-22-dev mlir-22-tools llvm-22-dev llvm-22-tools clang-format-22
  pkg-config zlib1g-dev libzip-dev libgtest-dev libopenmpi-dev openmpi-bin
  python3 python3-venv"

if [ "${GRADOPT_SKIP_SETUP:-0}" = 1 ]; then
  say "set-up skipped: GRADOPT_SKIP_SETUP=1"
  exit 0
fi

# What to do where this script cannot help.
explain() {
  fail "$1" \
    "grad-opt needs a C++17 compiler, CMake 3.25, Ninja, ccache, Python 3.11, and" \
    "MLIR and LLVM 22.1 with their development files and tools (mlir-tblgen," \
    "FileCheck, lit, clang-format) below /usr/lib/llvm-22." \
    "Debian 12 with its security updates has all of them: check that" \
    "/etc/apt/sources.list names 'bookworm' and 'bookworm-security' and that the" \
    "network can be reached. On another Debian or Ubuntu the LLVM project's own" \
    "package repository has the packages; add it as its home page says and run" \
    "this script again. On any other system install the tools, point" \
    "CMAKE_PREFIX_PATH at MLIR, and set GRADOPT_SKIP_SETUP=1."
}

is_installed() {
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  explain "this system has no apt-get, and this script knows no other way"
fi

missing=
for package in $packages; do
  is_installed "$package" || missing="$missing $package"
done
if [ -z "$missing" ]; then
  say "all packages are installed"
  exit 0
fi
say "to install:$missing"

as_root=
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || fail "installing packages needs root, and there is no sudo" \
    "as root: apt-get update && apt-get install$missing"
  as_root=sudo
fi

say "reading the package lists"
$as_root apt-get update -q || explain "apt-get update failed; its messages are above"
unknown=
for package in $missing; do
  apt-cache policy "$package" 2>/dev/null | grep -q 'Candidate: [^(]' ||
    unknown="$unknown $package"
done
[ -z "$unknown" ] || explain "apt knows no such packages:$unknown"

say "installing (LLVM and MLIR are about 350 MB to fetch, 2.2 GB on disk)"
# shellcheck disable=SC2086 # a list of words
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y \
  --no-install-recommends $missing ||
  explain "apt-get install failed; its messages are above"

for package in $missing; do
  is_installed "$package" || fail "$package is still not installed"
done
say "set-up done"
