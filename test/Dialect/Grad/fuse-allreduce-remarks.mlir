// Remarks are a contract: names and keys stay; see docs/remarks.md.

// RUN: split-file %s %t
// RUN: grad-opt %t/buckets.mlir --fuse-allreduce --remarks-filter=fuse-allreduce -o /dev/null 2>&1 | FileCheck %t/buckets.mlir
// RUN: grad-opt %t/buckets.mlir --fuse-allreduce -o /dev/null 2>&1 | count 0
// RUN: grad-opt %t/buckets.mlir --fuse-allreduce --remarks-filter=other -o /dev/null 2>&1 | count 0
// RUN: grad-opt %t/buckets.mlir --fuse-allreduce --remarks-filter=fuse-allreduce --remark-format=yaml --remarks-output-file=%t/remarks.yaml -o /dev/null
// RUN: FileCheck %t/buckets.mlir --check-prefix=YAML < %t/remarks.yaml
// RUN: grad-opt %t/causes.mlir --split-input-file --fuse-allreduce --remarks-filter=fuse-allreduce -o /dev/null 2>&1 | FileCheck %t/causes.mlir
// RUN: grad-opt %t/further.mlir --fuse-allreduce=max-operands=2 --remarks-filter=fuse-allreduce -o /dev/null 2>&1 | FileCheck %t/further.mlir
// RUN: grad-opt %t/chain.mlir --fuse-allreduce --remarks-filter=fuse-allreduce -o /dev/null 2>&1 | FileCheck %t/chain.mlir
// RUN: grad-opt %t/reasons.mlir --fuse-allreduce=threshold-bytes=32 --remarks-filter=fuse-allreduce -o /dev/null 2>&1 | FileCheck %t/reasons.mlir --check-prefix=ATMOST
// RUN: grad-opt %t/reasons.mlir --fuse-allreduce="threshold-bytes=32 rule=ddp" --remarks-filter=fuse-allreduce -o /dev/null 2>&1 | FileCheck %t/reasons.mlir --check-prefix=DDP
// RUN: grad-opt %t/reasons.mlir --fuse-allreduce="threshold-elements=9 rule=singa" --remarks-filter=fuse-allreduce -o /dev/null 2>&1 | FileCheck %t/reasons.mlir --check-prefix=SINGA
// RUN: grad-opt %t/reasons.mlir --fuse-allreduce=max-operands=3 --remarks-filter=fuse-allreduce -o /dev/null 2>&1 | FileCheck %t/reasons.mlir --check-prefix=COUNT
// RUN: grad-opt %t/reasons.mlir --fuse-allreduce=split-indices=2,4 --remarks-filter=fuse-allreduce -o /dev/null 2>&1 | FileCheck %t/reasons.mlir --check-prefix=SPLIT
// RUN: grad-opt %t/reasons.mlir --fuse-allreduce=split-ends=1,4 --remarks-filter=fuse-allreduce -o /dev/null 2>&1 | FileCheck %t/reasons.mlir --check-prefix=ENDS
// RUN: grad-opt %t/reasons.mlir --fuse-allreduce=threshold-elements=0 --remarks-filter=fuse-allreduce -o /dev/null 2>&1 | FileCheck %t/reasons.mlir --check-prefix=OFF
// RUN: grad-opt %t/order.mlir --fuse-allreduce --remarks-filter=fuse-allreduce -o /dev/null 2>&1 | FileCheck %t/order.mlir
// RUN: grad-opt %t/huge.mlir --fuse-allreduce=threshold-bytes=9223372036854775807 --remarks-filter=fuse-allreduce -o /dev/null 2>&1 | FileCheck %t/huge.mlir

//--- buckets.mlir
// A bucket of several members is a passed remark, at the first member; a bucket
// of one is a missed one.

// CHECK: buckets.mlir:[[@LINE+7]]:8: remark: [Passed] bucket | Category:fuse-allreduce | Function=step | Bucket=0, Bytes=40, Collective="all-reduce sum", Elements=10, Gradients="a, b", Members=2, Reason="no further candidate of its kind", Type=f32
// CHECK: buckets.mlir:[[@LINE+8]]:8: remark: [Missed] alone | Category:fuse-allreduce | Function=step | Bucket=1, Bytes=8, Collective="all-reduce max", Elements=4, Gradients=c, Members=1, Reason="no further candidate of its kind", Type=f16
// CHECK: buckets.mlir:[[@LINE+8]]:8: remark: [Passed] bucket | {{.*}} | Bucket=2, Bytes=48, Collective="all-reduce sum", Elements=12, Gradients="d, e", Members=2, Reason="fusion id 4", Type=f32
// A dynamic shape has no size to tell.
// CHECK: buckets.mlir:[[@LINE+8]]:8: remark: [Missed] alone | {{.*}} | Bucket=3, Collective="all-reduce sum", Gradients=f, Members=1, Reason="its shape is dynamic, so its size is not known", Type=f32
// CHECK-NOT: remark
func.func @step(%a: tensor<4xf32>, %b: tensor<2x3xf32>, %c: tensor<4xf16>, %d: tensor<?xf32>) {
  %0 = grad.all_reduce<sum> %a {grad.param = "a"} : tensor<4xf32>
  %1 = grad.all_reduce<sum> %b {grad.param = "b"} : tensor<2x3xf32>
  %2 = grad.all_reduce<max> %c {grad.param = "c"} : tensor<4xf16>
  %3 = grad.all_reduce<sum> %b fusion<id = 4> {grad.param = "d"} : tensor<2x3xf32>
  %4 = grad.all_reduce<sum> %b fusion<id = 4> {grad.param = "e"} : tensor<2x3xf32>
  %5 = grad.all_reduce<sum> %d {grad.param = "f"} : tensor<?xf32>
  return
}

// YAML:      --- !Passed
// YAML:      Pass:            fuse-allreduce
// YAML-NEXT: Name:            bucket
// YAML:      Function:        step
// YAML-NEXT: Args:
// YAML-NEXT:   - Bucket:          '0'
// YAML-NEXT:   - Collective:      all-reduce sum
// YAML-NEXT:   - Type:            f32
// YAML-NEXT:   - Members:         '2'
// YAML-NEXT:   - Elements:        '10'
// YAML-NEXT:   - Bytes:           '40'
// YAML-NEXT:   - Reason:          no further candidate of its kind
// YAML-NEXT:   - Gradients:       a, b

//--- causes.mlir
// The candidate needs a member: the update of w0 comes before the gradient of
// w1.

// CHECK-LABEL: Function=depends
// CHECK: passed-over | Category:fuse-allreduce | Function=depends | Bucket=0, Cause=depends, Further=0, Gradients=w1, Reason="depends on the all-reduce 'w0'"
func.func @depends(%g0: tensor<4xf32>, %w0: tensor<4xf32>) -> tensor<4xf32> {
  %r0 = grad.all_reduce<sum> %g0 {grad.param = "w0"} : tensor<4xf32>
  %u0 = arith.subf %w0, %r0 : tensor<4xf32>
  %r1 = grad.all_reduce<sum> %u0 {grad.param = "w1"} : tensor<4xf32>
  return %r1 : tensor<4xf32>
}

// -----

// The member needs the candidate, which stands later: the bucket of sums, formed
// before, leads from m2 to m1.

// CHECK-LABEL: Function=needed
// CHECK: passed-over | {{.*}} | Bucket=2, Cause=needed, Further=0, Gradients=m2, Reason="the all-reduce 'm1' depends on it"
func.func @needed(%p: tensor<4xf32>, %q: tensor<4xf32>) -> tensor<4xf32> {
  %s1 = grad.all_reduce<sum> %p {grad.param = "s1"} : tensor<4xf32>
  %m1 = grad.all_reduce<max> %s1 {grad.param = "m1"} : tensor<4xf32>
  %m2 = grad.all_reduce<max> %q {grad.param = "m2"} : tensor<4xf32>
  %s2 = grad.all_reduce<sum> %m2 {grad.param = "s2"} : tensor<4xf32>
  return %m1 : tensor<4xf32>
}

// -----

// CHECK-LABEL: Function=fence
// CHECK: passed-over | {{.*}} | Bucket=0, Cause=fence, Further=0, Gradients=b, Reason="func.call at line [[@LINE+4]] stands between it and all-reduce 'a', and may have side effects"
func.func private @outside()
func.func @fence(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %a {grad.param = "a"} : tensor<4xf32>
  func.call @outside() : () -> ()
  %1 = grad.all_reduce<sum> %b {grad.param = "b"} : tensor<4xf32>
  return
}

//--- further.mlir
// A bucket that is full passes nothing over: b0 is refused by the open bucket of
// a5 only, and the next takes it.

// CHECK: passed-over | {{.*}} Further=0, Gradients=b0, Reason="depends on the all-reduce 'a5'"
func.func @further(%x: tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %x {grad.param = "a0"} : tensor<4xf32>
  %1 = grad.all_reduce<sum> %x {grad.param = "a1"} : tensor<4xf32>
  %5 = grad.all_reduce<sum> %x {grad.param = "a5"} : tensor<4xf32>
  %6 = grad.all_reduce<sum> %5 {grad.param = "b0"} : tensor<4xf32>
  return
}

//--- chain.mlir
// One remark for each candidate that is passed over, however often: its first
// refusal, and the number of further ones.

// CHECK-COUNT-1: Further=0, Gradients=l1, Reason="depends on the all-reduce 'l0'"
// CHECK-COUNT-1: Bucket=0, Cause=depends, Further=1, Gradients=l2, Reason="depends on the all-reduce 'l0'"
// CHECK-COUNT-1: Bucket=0, Cause=depends, Further=2, Gradients=l3, Reason="depends on the all-reduce 'l0'"
// CHECK-NOT: passed-over
func.func @chain(%x: tensor<4xf32>) {
  %0 = grad.all_reduce<sum> %x {grad.param = "l0"} : tensor<4xf32>
  %1 = grad.all_reduce<sum> %0 {grad.param = "l1"} : tensor<4xf32>
  %2 = grad.all_reduce<sum> %1 {grad.param = "l2"} : tensor<4xf32>
  %3 = grad.all_reduce<sum> %2 {grad.param = "l3"} : tensor<4xf32>
  return
}

//--- reasons.mlir
// Why each bucket ends.

// ATMOST: Gradients="a, b", Members=2, Reason="the next candidate would exceed 32 B"
// ATMOST: Gradients=c, Members=1, Reason="one tensor exceeds the threshold of 32 B"
// ATMOST: Gradients="d, e", Members=2, Reason="no further candidate of its kind"

// DDP: Gradients="a, b", Members=2, Reason="it reached 32 B"
// DDP: Gradients=c, Members=1, Reason="one tensor exceeds the threshold of 32 B"
// DDP: Gradients="d, e", Members=2, Reason="it reached 32 B"

// SINGA: Gradients=c, Members=1, Reason="one tensor exceeds the threshold of 9 elements"
// SINGA: Gradients="a, b, d", Members=3, Reason="it exceeded 9 elements"
// SINGA: Gradients=e, Members=1, Reason="no further candidate of its kind"

// COUNT: Gradients="a, b, c", Members=3, Reason="max-operands=3 allows no more"
// COUNT: Gradients="d, e", Members=2, Reason="no further candidate of its kind"

// SPLIT: Gradients="a, b", Members=2, Reason="end of segment 0 of split-indices"
// SPLIT: Gradients="c, d, e", Members=3, Reason="end of segment 1 of split-indices"
// SPLIT: reasons.mlir:[[@LINE+13]]:8: remark: [Analysis] last-index | Category:fuse-allreduce | Function=reasons | Candidates=5, Index=4, Reason="the last index is before the end; the last bucket takes whatever follows"

// ENDS: Gradients="a, b", Members=2, Reason="end of segment 0 of split-ends"
// ENDS: Gradients="c, d, e", Members=3, Reason="end of segment 1 of split-ends"
// ENDS-NOT: last-index

// OFF-COUNT-5: [Missed] alone {{.*}} Members=1, Reason="a threshold of 0 switches fusion by size off"
// OFF-NOT: remark
func.func @reasons(%a: tensor<4xf32>, %b: tensor<10xf32>) {
  %0 = grad.all_reduce<sum> %a {grad.param = "a"} : tensor<4xf32>
  %1 = grad.all_reduce<sum> %a {grad.param = "b"} : tensor<4xf32>
  %2 = grad.all_reduce<sum> %b {grad.param = "c"} : tensor<10xf32>
  %3 = grad.all_reduce<sum> %a {grad.param = "d"} : tensor<4xf32>
  %4 = grad.all_reduce<sum> %a {grad.param = "e"} : tensor<4xf32>
  return
}

//--- order.mlir
// Where values are used before they are defined there is no order to keep.

// CHECK: remark: [Missed] unordered-block | Category:fuse-allreduce | {{.*}}Reason="values are used before they are defined
%1 = grad.all_reduce<sum> %0 : tensor<4xf32>
%0 = arith.constant dense<1.0> : tensor<4xf32>
%2 = grad.all_reduce<sum> %0 : tensor<4xf32>

//--- huge.mlir
// Sizes that 64 bits cannot hold are above every threshold.

// CHECK: alone | {{.*}} | Bucket=0, Bytes=18446744073709551615, {{.*}}Gradients=a, Members=1, Reason="one tensor exceeds
// CHECK: alone | {{.*}} | Bucket=1, Bytes=9223372036854775800, {{.*}}Gradients=b,
// CHECK: bucket | {{.*}} | Bucket=2, Bytes=9223372036854775800, {{.*}}Gradients="c, d", Members=2
func.func @huge(%a: tensor<9223372036854775807x9223372036854775807xf32>, %b: tensor<2305843009213693950xf32>, %e: tensor<0x9223372036854775807x9223372036854775807xf32>) {
  %0 = grad.all_reduce<sum> %a {grad.param = "a"} : tensor<9223372036854775807x9223372036854775807xf32>
  %1 = grad.all_reduce<sum> %b {grad.param = "b"} : tensor<2305843009213693950xf32>
  %2 = grad.all_reduce<sum> %b {grad.param = "c"} : tensor<2305843009213693950xf32>
  %3 = grad.all_reduce<sum> %e {grad.param = "d"} : tensor<0x9223372036854775807x9223372036854775807xf32>
  return
}
