#!/bin/sh
# Fails where a file of the repository names a place on one machine: the folder
# of the checkout or of the build, or somebody's home.
#
#   check_paths.sh [BUILD]
set -eu
. "$(dirname -- "$0")/common.sh"
build=${1:-$build}

# The files that are, or would be, committed.
list_files() {
  if git -C "$root" rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git -C "$root" ls-files -z --cached --others --exclude-standard
  else
    (cd "$root" && find . -type f -not -path './build*' -print0)
  fi
}

# A place is not the tail of another path, and ends where a name ends.
as_pattern() {
  printf '(^|[^A-Za-z0-9_./-])%s(/|[^A-Za-z0-9_.-]|$)' \
    "$(printf '%s' "$1" | sed 's/[][\.*^$+?(){}|]/\\&/g')"
}
pattern="$(as_pattern "$root")|$(as_pattern "$build")"
pattern="$pattern|(^|[^A-Za-z0-9_./-])/(home|Users)/[A-Za-z0-9_]|(^|[^A-Za-z0-9_./-])/root/[.A-Za-z0-9_]"
case ${HOME:-/} in /?*) pattern="$pattern|$(as_pattern "$HOME")" ;; esac

cd "$root"
# /home/user stands for any home, in examples.
found=$(list_files | xargs -0 grep -nIE -e "$pattern" -- 2>/dev/null |
  grep -v -e '^\(\./\)\{0,1\}tools/scripts/check_paths.sh:' -e '/home/user/' |
  cut -c1-200) || true
if [ -n "$found" ]; then
  printf '%s\n' "$found" >&2
  fail "these lines name a place on one machine"
fi
echo "no file names a place on one machine"
