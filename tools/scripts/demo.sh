#!/bin/sh
# The main job, from nothing: sets up, builds grad-opt, and fuses the
# all-reduces of a training step exported from JAX.
#
#   demo.sh [MODULE.mlir]
#
# MODULE: a step in StableHLO's generic form; by default ResNet-50 on 8 devices.
# Prints which gradient went into which bucket and why, and the number of
# all-reduces before and after. The fused module stands below the build folder,
# which GRADOPT_BUILD_DIR names (default: ../NAME-build/release).
set -eu
. "$(dirname -- "$0")/common.sh"

module=${1:-$root/test/Export/Inputs/resnet50-auto-8.mlir}
[ -r "$module" ] || fail "cannot read $module" "usage: demo.sh [MODULE.mlir]"

"$root/tools/scripts/setup.sh"
mkdir -p "$build"
build_targets grad-opt

# The number of all-reduces in a module in generic form.
count() { grep -c '"stablehlo\.all_reduce"' "$1" || true; }

out=$build/demo
mkdir -p "$out"
fused=$out/$(basename -- "$module" .mlir)-fused.mlir
say "fusing $(basename -- "$module"): which gradients share a bucket, and why"
# Written aside first, so that a failure leaves nothing half done.
"$build/bin/grad-opt" "$module" --convert-stablehlo-to-grad \
  --fuse-allreduce=print-plan --convert-grad-to-stablehlo -o "$fused.part" 2>&1 ||
  fail "grad-opt refused the module; its message is above"
mv "$fused.part" "$fused"

say "all-reduces before: $(count "$module")"
say "all-reduces after:  $(count "$fused")"
say "the fused module: $fused"
