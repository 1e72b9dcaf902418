// RUN: grad-opt %s --convert-grad-to-linalg --canonicalize --cse | FileCheck %s

// Rows are added in place, in their order; a negative index is a large one.

// CHECK-LABEL: func @rows(
// CHECK-SAME:      %[[I:.*]]: tensor<?xi32>, %[[V:.*]]: tensor<?x8x2xf32>
// CHECK:         %[[ZEROS:.*]] = linalg.fill {{.*}} -> tensor<100x8x2xf32>
// CHECK:         %[[N:.*]] = tensor.dim %[[I]]
// CHECK:         %[[R:.*]] = scf.for %[[K:.*]] = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[SUM:.*]] = %[[ZEROS]])
// CHECK:           tensor.extract %[[I]][%[[K]]]
// CHECK:           %[[OK:.*]] = arith.cmpi ult, %{{.*}}, %c100_i64 : i64
// CHECK:           scf.if %[[OK]]
// CHECK:             %[[AT:.*]] = arith.index_cast
// CHECK-DAG:         %[[FROM:.*]] = tensor.extract_slice %[[V]][%[[K]], 0, 0] [1, 8, 2] [1, 1, 1]
// CHECK-DAG:         %[[TO:.*]] = tensor.extract_slice %[[SUM]][%[[AT]], 0, 0] [1, 8, 2] [1, 1, 1]
// CHECK:             %[[ROW:.*]] = linalg.generic {{.*}} ins(%[[FROM]] : tensor<8x2xf32>) outs(%[[TO]] : tensor<8x2xf32>)
// CHECK:             tensor.insert_slice %[[ROW]] into %[[SUM]][%[[AT]], 0, 0]
// CHECK:         return %[[R]]
func.func @rows(%i: tensor<?xi32>, %v: tensor<?x8x2xf32>) -> tensor<100x8x2xf32> {
  %s = grad.indexed_slices %i, %v : !grad.indexed_slices<?xi32, 100x8x2xf32>
  %d = grad.to_dense %s : !grad.indexed_slices<?xi32, 100x8x2xf32> -> tensor<100x8x2xf32>
  return %d : tensor<100x8x2xf32>
}

// Numbers, not slices of one element; the sum is in f32 and is rounded once.

// CHECK-LABEL: func @numbers(
// CHECK:         scf.for {{.*}} -> (tensor<100xf32>)
// CHECK:             arith.extf %{{.*}} : bf16 to f32
// CHECK:             arith.addf %{{.*}}, %{{.*}} : f32
// CHECK:             tensor.insert
// CHECK-NOT:     slice
// CHECK:         linalg.generic
// CHECK:           arith.truncf %{{.*}} : f32 to bf16
func.func @numbers(%i: tensor<?xi64>, %v: tensor<?xbf16>) -> tensor<100xbf16> {
  %s = grad.indexed_slices %i, %v : !grad.indexed_slices<?xi64, 100xbf16>
  %d = grad.to_dense %s : !grad.indexed_slices<?xi64, 100xbf16> -> tensor<100xbf16>
  return %d : tensor<100xbf16>
}

// CHECK-LABEL: func @integers(
// CHECK:         arith.addi %{{.*}}, %{{.*}} : i8
// CHECK-NOT:     trunci
func.func @integers(%i: tensor<?xi64>, %v: tensor<?xi8>) -> tensor<100xi8> {
  %s = grad.indexed_slices %i, %v : !grad.indexed_slices<?xi64, 100xi8>
  %d = grad.to_dense %s : !grad.indexed_slices<?xi64, 100xi8> -> tensor<100xi8>
  return %d : tensor<100xi8>
}

// Nothing is cut out of tensors without elements.

// CHECK-LABEL: func @nothing(
// CHECK-NOT:     slice
// CHECK:         return
func.func @nothing(%i: tensor<?xi32>, %v: tensor<?x0xf32>) -> (tensor<100x0xf32>, tensor<?x0xf32>) {
  %s = grad.indexed_slices %i, %v : !grad.indexed_slices<?xi32, 100x0xf32>
  %d = grad.to_dense %s : !grad.indexed_slices<?xi32, 100x0xf32> -> tensor<100x0xf32>
  %c = grad.coalesce %s : !grad.indexed_slices<?xi32, 100x0xf32> -> !grad.indexed_slices<?xi32, 100x0xf32>
  %cv = grad.values %c : !grad.indexed_slices<?xi32, 100x0xf32>
  return %d, %cv : tensor<100x0xf32>, tensor<?x0xf32>
}

// Mark the rows in a table, number them, collect the indices, add up the rows.

// CHECK-LABEL: func @coalesce(
// CHECK-SAME:      %[[I:.*]]: tensor<?xi32>, %[[V:.*]]: tensor<?x8xf32>
// CHECK:         %[[EMPTY:.*]] = linalg.fill ins(%c-1_i32 : i32) {{.*}} -> tensor<100xi32>
// CHECK:         %[[MARKED:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[EMPTY]])
// CHECK:         %[[TABLE:.*]]:2 = scf.for %{{.*}} = %c0 to %c100 step %c1 iter_args(%{{.*}} = %[[MARKED]], %{{.*}} = %c0)
// CHECK:         tensor.empty(%[[TABLE]]#1) : tensor<?xi32>
// CHECK:         %[[INDICES:.*]] = scf.for %{{.*}} = %c0 to %c100
// CHECK:           tensor.extract %[[TABLE]]#0
// CHECK:         tensor.empty(%[[TABLE]]#1) : tensor<?x8xf32>
// CHECK:         %[[SUMS:.*]] = scf.for
// CHECK:           tensor.extract %[[TABLE]]#0
// CHECK:           tensor.insert_slice
// CHECK:         return %[[INDICES]], %[[SUMS]]
func.func @coalesce(%i: tensor<?xi32>, %v: tensor<?x8xf32>) -> (tensor<?xi32>, tensor<?x8xf32>) {
  %s = grad.indexed_slices %i, %v : !grad.indexed_slices<?xi32, 100x8xf32>
  %d = grad.coalesce %s : !grad.indexed_slices<?xi32, 100x8xf32> -> !grad.indexed_slices<?xi32, 100x8xf32>
  %0 = grad.indices %d : !grad.indexed_slices<?xi32, 100x8xf32>
  %1 = grad.values %d : !grad.indexed_slices<?xi32, 100x8xf32>
  return %0, %1 : tensor<?xi32>, tensor<?x8xf32>
}

// Count all elements by the first digit; keep the keys of one; two more digits
// among these; write.

// CHECK-LABEL: func @top_k(
// CHECK-SAME:      %[[X:.*]]: tensor<1000xf32>
// CHECK:         %[[COUNTERS:.*]] = scf.for %{{.*}} = %c0 to %c1000 step %c1 {{.*}} -> (tensor<2048xindex>)
// CHECK:           tensor.extract %[[X]]
// CHECK:           arith.andi %{{.*}}, %c2147483647_i32
// CHECK:           arith.minui %{{.*}}, %c2139095041_i32
// CHECK:         %[[FIRST:.*]]:3 = scf.while (%{{.*}} = %c2047, %{{.*}} = %c7)
// CHECK:         %[[COUNT:.*]] = tensor.extract %[[COUNTERS]][%[[FIRST]]#0]
// CHECK:         tensor.empty(%[[COUNT]]) : tensor<?xi32>
// CHECK:         %[[KEYS:.*]]:2 = scf.for %{{.*}} = %c0 to %c1000
// CHECK:         scf.for %{{.*}} = %c0 to %c2 step %c1
// CHECK:           scf.for
// CHECK:             tensor.extract %[[KEYS]]#1
// CHECK:           scf.while
// CHECK:         %[[R:.*]]:4 = scf.for %{{.*}} = %c0 to %c1000
// CHECK:           %[[EQUAL:.*]] = arith.cmpi eq
// CHECK:           %[[OPEN:.*]] = arith.cmpi ult
// CHECK:           arith.andi %[[EQUAL]], %[[OPEN]] : i1
// CHECK:         return %[[R]]#2, %[[R]]#3
func.func @top_k(%x: tensor<1000xf32>) -> (tensor<7xi64>, tensor<7xf32>) {
  %d = grad.sparsify %x top_k 7 : tensor<1000xf32> -> !grad.indexed_slices<7xi64, 1000xf32>
  %0 = grad.indices %d : !grad.indexed_slices<7xi64, 1000xf32>
  %1 = grad.values %d : !grad.indexed_slices<7xi64, 1000xf32>
  return %0, %1 : tensor<7xi64>, tensor<7xf32>
}

// CHECK-LABEL: func @top_k_f64(
// CHECK:         arith.andi %{{.*}}, %c9223372036854775807_i64
// CHECK:         arith.minui %{{.*}}, %c9218868437227405313_i64
// CHECK:         scf.for %{{.*}} = %c0 to %c5 step %c1
func.func @top_k_f64(%x: tensor<1000xf64>) -> tensor<7xf64> {
  %d = grad.sparsify %x top_k 7 : tensor<1000xf64> -> !grad.indexed_slices<7xi32, 1000xf64>
  %1 = grad.values %d : !grad.indexed_slices<7xi32, 1000xf64>
  return %1 : tensor<7xf64>
}

// The threshold 0.1 lies between two f32; the one above is the bound.

// CHECK-LABEL: func @threshold(
// CHECK-DAG:     %[[BOUND:.*]] = arith.constant 1.000000e-01 : f32
// CHECK:         %[[COUNT:.*]] = scf.for
// CHECK:           arith.cmpf uge, %{{.*}}, %[[BOUND]] : f32
// CHECK:         tensor.empty(%[[COUNT]]) : tensor<?xi32>
// CHECK:         tensor.empty(%[[COUNT]]) : tensor<?xf32>
// CHECK:         scf.for
// CHECK:           arith.cmpf uge, %{{.*}}, %[[BOUND]] : f32
// CHECK-LABEL: func @high_threshold(
// CHECK:         arith.constant 0x7F800000 : f32
func.func @threshold(%x: tensor<1000xf32>) -> tensor<?xi32> {
  %d = grad.sparsify %x threshold 0.1 : tensor<1000xf32> -> !grad.indexed_slices<?xi32, 1000xf32>
  %0 = grad.indices %d : !grad.indexed_slices<?xi32, 1000xf32>
  return %0 : tensor<?xi32>
}
func.func @high_threshold(%x: tensor<1000xf32>) -> tensor<?xi32> {
  %d = grad.sparsify %x threshold 1.0e39 : tensor<1000xf32> -> !grad.indexed_slices<?xi32, 1000xf32>
  %0 = grad.indices %d : !grad.indexed_slices<?xi32, 1000xf32>
  return %0 : tensor<?xi32>
}
