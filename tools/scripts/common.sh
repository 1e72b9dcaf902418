# What the scripts of this folder share. Sourced, not run.

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)

# Where builds go: a folder of the caller's choice, or the preset's, which is
# beside the repository.
build=${GRADOPT_BUILD_DIR:-$(dirname -- "$root")/$(basename -- "$root")-build/release}

# Debian's Python, where there is one: another python3 on the PATH may be a stub.
python=/usr/bin/python3
[ -x "$python" ] || python=python3

say() { printf '== %s\n' "$*"; }

fail() {
  printf 'error: %s\n' "$1" >&2
  shift
  for line in "$@"; do printf '  %s\n' "$line" >&2; done
  exit 1
}

# Configures the build and builds the targets; all of them without an argument.
build_targets() {
  say "configuring in $build"
  # A preset only knows the folder that it is in.
  (cd "$root" && cmake --preset release -B "$build") >"$build.log" 2>&1 || {
    tail -n 20 "$build.log" >&2
    fail "cmake cannot configure the build; the end of $build.log is above"
  }
  say "building ${*:-everything} (the first time takes a few minutes)"
  if [ $# -eq 0 ]; then
    cmake --build "$build"
  else
    cmake --build "$build" --target "$@"
  fi || fail "the build failed; the compiler's messages are above"
}
