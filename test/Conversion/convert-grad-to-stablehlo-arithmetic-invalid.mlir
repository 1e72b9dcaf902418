// What StableHLO cannot say, or would say with another meaning, is an error at
// the operation.

// RUN: grad-opt %s --split-input-file --convert-grad-to-stablehlo -verify-diagnostics

func.func @other_dialects(%x: tensor<4xf32>, %c: tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>) {
  %which = tensor.extract %c[] : tensor<i1>
  // expected-error@below {{'scf.if' op cannot be written as StableHLO: XLA does not take operations of 'scf'}}
  %0 = scf.if %which -> tensor<4xf32> {
    scf.yield %x : tensor<4xf32>
  } else {
    %1 = arith.negf %x : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  // expected-error@below {{'linalg.add' op cannot be written as StableHLO: XLA does not take operations of 'linalg'}}
  %2 = linalg.add ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  // expected-error@below {{'bufferization.to_buffer' op cannot be written as StableHLO: XLA does not take operations of 'bufferization'}}
  %m = bufferization.to_buffer %x : tensor<4xf32> to memref<4xf32>
  // expected-error@below {{'index.constant' op cannot be written as StableHLO: XLA does not take operations of 'index'}}
  %i = index.constant 0
  // expected-error@below {{'memref.load' op cannot be written as StableHLO: XLA does not take operations of 'memref'}}
  %l = memref.load %m[%i] : memref<4xf32>
  %s = tensor.splat %l : tensor<4xf32>
  return %2, %s : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @no_such_operation(%x: tensor<4xf32>, %y: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<8xf32>) {
  // expected-error@below {{'math.fma' op cannot be written as StableHLO: StableHLO has no such operation}}
  %0 = math.fma %x, %x, %x : tensor<4xf32>
  // expected-error@below {{'arith.floordivsi' op cannot be written as StableHLO: StableHLO has no such operation}}
  %1 = arith.floordivsi %y, %y : tensor<4xi32>
  // expected-error@below {{'arith.mulsi_extended' op cannot be written as StableHLO: StableHLO has no such operation}}
  %low, %high = arith.mulsi_extended %y, %y : tensor<4xi32>
  %zero = arith.constant 0.0 : f32
  // expected-error@below {{'tensor.pad' op cannot be written as StableHLO: StableHLO has no such operation}}
  %2 = tensor.pad %x low[0] high[4] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<4xf32> to tensor<8xf32>
  return %0, %1, %high, %2 : tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<8xf32>
}

// -----

// A value that nothing defines is no value.
func.func @empty() -> tensor<4xf32> {
  // expected-error@below {{'tensor.empty' op cannot be written as StableHLO: StableHLO has no such operation}}
  %0 = tensor.empty() : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @types(%a: tensor<4xf80>, %b: tensor<4xi3>) -> (tensor<4xf80>, tensor<4xi3>, tensor<2xi64>) {
  // expected-error@below {{'arith.negf' op cannot be written as StableHLO: StableHLO has no element type f80}}
  %0 = arith.negf %a : tensor<4xf80>
  // expected-error@below {{'arith.addi' op cannot be written as StableHLO: StableHLO has no element type i3}}
  %1 = arith.addi %b, %b : tensor<4xi3>
  // expected-error@below {{'arith.constant' op cannot be written as StableHLO: StableHLO has no element type index}}
  %2 = arith.constant dense<2> : tensor<2xindex>
  // expected-error@below {{'arith.index_cast' op cannot be written as StableHLO: StableHLO has no element type index}}
  %3 = arith.index_cast %2 : tensor<2xindex> to tensor<2xi64>
  // expected-error@below {{'arith.constant' op cannot be written as StableHLO: StableHLO has no values of type vector<2xf32>}}
  %4 = arith.constant dense<0.0> : vector<2xf32>
  "mine.use"(%4) : (vector<2xf32>) -> ()
  return %0, %1, %3 : tensor<4xf80>, tensor<4xi3>, tensor<2xi64>
}

// -----

func.func @unranked(%a: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error@below {{'arith.negf' op cannot be written as StableHLO: StableHLO has no values of type tensor<*xf32>}}
  %0 = arith.negf %a : tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// One bit is a number of `arith`, with a sign, and a boolean of StableHLO.
func.func @booleans(%a: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xi32>) {
  // expected-error@below {{on i1 StableHLO computes in booleans, which is something else}}
  %0 = arith.addi %a, %a : tensor<4xi1>
  // expected-error@below {{on i1 StableHLO computes in booleans}}
  %1 = arith.subi %a, %a : tensor<4xi1>
  // expected-error@below {{on i1 StableHLO computes in booleans}}
  %2 = arith.muli %a, %a : tensor<4xi1>
  // expected-error@below {{on i1 StableHLO computes in booleans}}
  %3 = arith.maxsi %a, %a : tensor<4xi1>
  // expected-error@below {{on i1 StableHLO computes in booleans}}
  %4 = arith.sitofp %a : tensor<4xi1> to tensor<4xf32>
  // expected-error@below {{on i1 StableHLO computes in booleans}}
  %5 = arith.extsi %a : tensor<4xi1> to tensor<4xi32>
  // expected-error@below {{on i1 StableHLO computes in booleans}}
  %6 = arith.trunci %y : tensor<4xi32> to tensor<4xi1>
  // expected-error@below {{on i1 StableHLO computes in booleans}}
  %7 = arith.fptosi %x : tensor<4xf32> to tensor<4xi1>
  // expected-error@below {{on i1 StableHLO orders booleans, which is something else}}
  %8 = arith.cmpi slt, %a, %a : tensor<4xi1>
  "stablehlo.custom_call"(%0, %1, %2, %3, %4, %5, %6, %7, %8) : (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xf32>, tensor<4xi32>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) -> ()
  return
}

// -----

func.func @rounding(%x: tensor<4xf32>) -> tensor<4xf16> {
  // expected-error@below {{StableHLO rounds to the nearest value, ties to even}}
  %0 = arith.truncf %x toward_zero : tensor<4xf32> to tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @constants() -> (tensor<4xf32>, tensor<2xf32>) {
  // expected-error@below {{XLA takes dense constants only}}
  %0 = arith.constant sparse<[[1]], [2.0]> : tensor<4xf32>
  // expected-error@below {{XLA takes dense constants only}}
  %1 = arith.constant dense_resource<blob> : tensor<2xf32>
  return %0, %1 : tensor<4xf32>, tensor<2xf32>
}

// -----

func.func @dynamic(%x: tensor<?x2xf32>, %y: tensor<4xf32>, %n: tensor<i64>) -> (tensor<?xf32>, tensor<?xf32>, tensor<4xf32>, tensor<?x2xf32>, tensor<?x2xi1>) {
  %i = tensor.extract %n[] : tensor<i64>
  %at = arith.index_cast %i : i64 to index
  // expected-error@below {{'tensor.collapse_shape' op cannot be written as StableHLO: its shape is dynamic}}
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<?x2xf32> into tensor<?xf32>
  // expected-error@below {{'tensor.extract_slice' op cannot be written as StableHLO: its offsets, sizes, strides or shape are dynamic}}
  %1 = tensor.extract_slice %y[0] [%at] [1] : tensor<4xf32> to tensor<?xf32>
  // expected-error@below {{'tensor.insert_slice' op cannot be written as StableHLO: its offsets, sizes, strides or shape are dynamic}}
  %2 = tensor.insert_slice %y into %y[%at] [4] [1] : tensor<4xf32> into tensor<4xf32>
  // expected-error@below {{'tensor.concat' op cannot be written as StableHLO: its shape is dynamic}}
  %3 = tensor.concat dim(0) %x, %x : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  // expected-error@below {{'arith.cmpf' op cannot be written as StableHLO: it is a constant, and its shape is dynamic}}
  %4 = arith.cmpf true, %x, %x : tensor<?x2xf32>
  return %0, %1, %2, %3, %4 : tensor<?xf32>, tensor<?xf32>, tensor<4xf32>, tensor<?x2xf32>, tensor<?x2xi1>
}

// -----

func.func @which_dimension(%x: tensor<?x?xf32>, %n: tensor<i64>) -> tensor<i64> {
  %i = tensor.extract %n[] : tensor<i64>
  %at = arith.index_cast %i : i64 to index
  // expected-error@below {{'tensor.dim' op cannot be written as StableHLO: which dimension it asks for is no constant}}
  %0 = tensor.dim %x, %at : tensor<?x?xf32>
  %1 = arith.index_cast %0 : index to i64
  %2 = tensor.from_elements %1 : tensor<i64>
  return %2 : tensor<i64>
}

// -----

func.func @strides(%x: tensor<2xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@below {{StableHLO updates parts without strides only}}
  %0 = tensor.insert_slice %x into %y[0] [2] [2] : tensor<2xf32> into tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Numbers have to begin and to end as tensors.

// expected-error@below {{'func.func' op cannot be written as StableHLO: its argument 0 is f32, which XLA does not have}}
func.func private @number(f32)

// expected-error@below {{'func.func' op cannot be written as StableHLO: its argument 1 is f32, which XLA does not have}}
func.func @numbers(%x: tensor<4xf32>, %f: f32) {
  // expected-error@below {{'tensor.splat' op cannot be written as StableHLO: its operand 0 is f32, and XLA has tensors only}}
  %0 = tensor.splat %f : tensor<4xf32>
  // expected-error@below {{'arith.constant' op cannot be written as StableHLO: 'func.call' takes its result as f32, and XLA has tensors only}}
  %1 = arith.constant 1.0 : f32
  func.call @number(%1) : (f32) -> ()
  "stablehlo.custom_call"(%0) : (tensor<4xf32>) -> ()
  return
}

// -----

// expected-error@below {{'func.func' op cannot be written as StableHLO: its argument 0 is !grad.indexed_slices<?xi32, 4xf32>, which XLA does not have}}
func.func @sparse_gradient(%x: !grad.indexed_slices<?xi32, 4xf32>) {
  return
}

// -----

func.func @unknown_world() -> tensor<f32> {
  // expected-error@below {{'grad.group_size' op cannot be written as StableHLO: the number of ranks is not known; set 'mhlo.num_replicas' and 'mhlo.num_partitions' on the module, or list the ranks with 'on'}}
  %n = grad.group_size : index
  %i = arith.index_cast %n : index to i64
  %f = arith.sitofp %i : i64 to f32
  %0 = tensor.from_elements %f : tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @uneven_groups() -> tensor<i64> {
  // expected-error@below {{its groups are of different sizes, so it is another number on each rank}}
  %n = grad.group_size on <[[0, 1], [2]]> : index
  %i = arith.index_cast %n : index to i64
  %0 = tensor.from_elements %i : tensor<i64>
  return %0 : tensor<i64>
}

// -----

func.func @rank() -> tensor<i64> {
  // expected-error@below {{'grad.rank' op cannot be written as StableHLO: its result is an index, which XLA does not have}}
  %n = grad.rank : index
  %i = arith.index_cast %n : index to i64
  %0 = tensor.from_elements %i : tensor<i64>
  return %0 : tensor<i64>
}
