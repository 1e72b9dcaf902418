#!/bin/sh
# Fails where a C or C++ file is not formatted as .clang-format says, and names
# the places. Exit status 77: there is no clang-format of the right version.
set -eu
. "$(dirname -- "$0")/common.sh"

tool=$(command -v clang-format-22 || echo /usr/lib/llvm-22/bin/clang-format)
if ! command -v "$tool" >/dev/null; then
  echo "skipped: clang-format-22 is not installed"
  exit 77
fi
cd "$root"
find include lib runtime test tools \
  \( -name '*.h' -o -name '*.hpp' -o -name '*.c' -o -name '*.cpp' \) -print0 |
  sort -z | xargs -0 "$tool" --dry-run -Werror ||
  fail "not formatted" "run: clang-format-22 -i on the files above"
echo "all files are formatted"
