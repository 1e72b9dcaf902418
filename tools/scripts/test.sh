#!/bin/sh
# All tests, from nothing: sets up, builds everything, runs every test.
#
#   test.sh [--with-jax] [--with-torch]
#
# --with-jax makes a Python environment with the pinned jax beside the build,
# has XLA run modules before and after fusion, and fails where that cannot be
# done. Without it those tests run where jax is found, and are skipped elsewhere.
# --with-torch does the same for torch and torch-mlir, and exports steps again.
# GRADOPT_BUILD_DIR names the build folder (default: ../NAME-build/release).
# The last line is "N passed, N failed".
set -eu
. "$(dirname -- "$0")/common.sh"

with_jax=0
with_torch=0
for argument; do
  case $argument in
  --with-jax) with_jax=1 ;;
  --with-torch) with_torch=1 ;;
  *) fail "unknown argument '$argument'" "usage: test.sh [--with-jax] [--with-torch]" ;;
  esac
done

# What stops before the tests is a failure, too.
trap 'echo "0 passed, 1 failed"' EXIT
"$root/tools/scripts/setup.sh"
mkdir -p "$build"
build_targets

if [ "$with_jax" = 1 ]; then
  say "making a Python environment with jax"
  "$root/test/Export/setup_venv.sh" "$build/jax-venv"
  GRADOPT_JAX_PYTHON=$build/jax-venv/bin/python
  GRADOPT_REQUIRE_JAX=1
  export GRADOPT_JAX_PYTHON GRADOPT_REQUIRE_JAX
fi
if [ "$with_torch" = 1 ]; then
  say "making a Python environment with torch and torch-mlir"
  "$root/test/Export/setup_venv.sh" "$build/torch-venv" \
    "$root/test/Export/torch/requirements.txt"
  GRADOPT_TORCH_PYTHON=$build/torch-venv/bin/python
  GRADOPT_REQUIRE_TORCH=1
  export GRADOPT_TORCH_PYTHON GRADOPT_REQUIRE_TORCH
fi

say "running the tests"
[ "$with_jax" = 1 ] ||
  say "without --with-jax, tests that need jax are skipped unless it is found"
[ "$with_torch" = 1 ] ||
  say "without --with-torch, tests that need torch are skipped unless it is found"
rm -f "$build/ctest.xml" "$build/test/lit.json"
status=0
ctest --test-dir "$build" --verbose --no-tests=error \
  --output-junit "$build/ctest.xml" || status=$?
trap - EXIT
exec "$python" "$root/tools/scripts/summarize_tests.py" \
  --ctest "$build/ctest.xml" --lit "$build/test/lit.json" --status "$status"
