// Arithmetic that passes insert is written as StableHLO.

// RUN: grad-opt %s --convert-grad-to-stablehlo --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @constants
// CHECK: "stablehlo.constant"() <{value = dense<2.500000e+00> : tensor<3xbf16>}> : () -> tensor<3xbf16>
// CHECK: "stablehlo.constant"() <{value = dense<[1, -2]> : tensor<2xi8>}> : () -> tensor<2xi8>
// CHECK: "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
// CHECK: "stablehlo.constant"() <{value = dense<0x7FF0000000000000> : tensor<f64>}> : () -> tensor<f64>
// CHECK: "stablehlo.constant"() <{value = dense<> : tensor<0xf32>}> : () -> tensor<0xf32>
func.func @constants() -> (tensor<3xbf16>, tensor<2xi8>, tensor<i1>, tensor<f64>, tensor<0xf32>) {
  %0 = arith.constant dense<2.5> : tensor<3xbf16>
  %1 = arith.constant dense<[1, -2]> : tensor<2xi8>
  %2 = arith.constant dense<true> : tensor<i1>
  %3 = arith.constant dense<0x7FF0000000000000> : tensor<f64>
  %4 = arith.constant dense<> : tensor<0xf32>
  return %0, %1, %2, %3, %4 : tensor<3xbf16>, tensor<2xi8>, tensor<i1>, tensor<f64>, tensor<0xf32>
}

// CHECK-LABEL: func.func @floats
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>
// CHECK-NEXT: %[[A:.*]] = "stablehlo.add"(%[[X]], %[[Y]]) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %[[B:.*]] = "stablehlo.subtract"(%[[A]], %[[Y]])
// CHECK-NEXT: %[[C:.*]] = "stablehlo.multiply"(%[[B]], %[[Y]])
// CHECK-NEXT: %[[D:.*]] = "stablehlo.divide"(%[[C]], %[[Y]])
// CHECK-NEXT: %[[E:.*]] = "stablehlo.remainder"(%[[D]], %[[Y]])
// CHECK-NEXT: %[[F:.*]] = "stablehlo.negate"(%[[E]])
// CHECK-NEXT: %[[G:.*]] = "stablehlo.maximum"(%[[F]], %[[Y]])
// CHECK-NEXT: %[[H:.*]] = "stablehlo.minimum"(%[[G]], %[[Y]])
// CHECK-NEXT: return %[[H]]
func.func @floats(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %a = arith.addf %x, %y : tensor<4xf32>
  %b = arith.subf %a, %y fastmath<fast> : tensor<4xf32>
  %c = arith.mulf %b, %y : tensor<4xf32>
  %d = arith.divf %c, %y : tensor<4xf32>
  %e = arith.remf %d, %y : tensor<4xf32>
  %f = arith.negf %e : tensor<4xf32>
  %g = arith.maximumf %f, %y : tensor<4xf32>
  %h = arith.minimumf %g, %y : tensor<4xf32>
  return %h : tensor<4xf32>
}

// StableHLO's maximum of NaN and a number is NaN, this one's is the number.
// CHECK-LABEL: func.func @numbers
// CHECK-SAME: %[[X:.*]]: tensor<?xf16>, %[[Y:.*]]: tensor<?xf16>
// CHECK-NEXT: %[[M:.*]] = "stablehlo.maximum"(%[[X]], %[[Y]])
// CHECK-NEXT: %[[YN:.*]] = "stablehlo.compare"(%[[Y]], %[[Y]]) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<?xf16>, tensor<?xf16>) -> tensor<?xi1>
// CHECK-NEXT: %[[A:.*]] = "stablehlo.select"(%[[YN]], %[[X]], %[[M]])
// CHECK-NEXT: %[[XN:.*]] = "stablehlo.compare"(%[[X]], %[[X]]) <{{.*}}NE
// CHECK-NEXT: %[[B:.*]] = "stablehlo.select"(%[[XN]], %[[Y]], %[[A]])
// CHECK: "stablehlo.minimum"(%[[B]], %[[Y]])
func.func @numbers(%x: tensor<?xf16>, %y: tensor<?xf16>) -> tensor<?xf16> {
  %0 = arith.maxnumf %x, %y : tensor<?xf16>
  %1 = arith.minnumf %0, %y : tensor<?xf16>
  return %1 : tensor<?xf16>
}

// CHECK-LABEL: func.func @integers
// CHECK-SAME: %[[X:.*]]: tensor<4xi32>, %[[Y:.*]]: tensor<4xi32>
// CHECK-NEXT: %[[A:.*]] = "stablehlo.add"(%[[X]], %[[Y]])
// CHECK-NEXT: %[[B:.*]] = "stablehlo.subtract"(%[[A]], %[[Y]])
// CHECK-NEXT: %[[C:.*]] = "stablehlo.multiply"(%[[B]], %[[Y]])
// CHECK-NEXT: %[[D:.*]] = "stablehlo.divide"(%[[C]], %[[Y]])
// CHECK-NEXT: %[[E:.*]] = "stablehlo.remainder"(%[[D]], %[[Y]])
// CHECK-NEXT: %[[F:.*]] = "stablehlo.maximum"(%[[E]], %[[Y]])
// CHECK-NEXT: %[[G:.*]] = "stablehlo.minimum"(%[[F]], %[[Y]])
// CHECK-NEXT: %[[H:.*]] = "stablehlo.and"(%[[G]], %[[Y]])
// CHECK-NEXT: %[[I:.*]] = "stablehlo.or"(%[[H]], %[[Y]])
// CHECK-NEXT: %[[J:.*]] = "stablehlo.xor"(%[[I]], %[[Y]])
// CHECK-NEXT: %[[K:.*]] = "stablehlo.shift_left"(%[[J]], %[[Y]])
// CHECK-NEXT: %[[L:.*]] = "stablehlo.shift_right_arithmetic"(%[[K]], %[[Y]])
// CHECK-NEXT: %[[M:.*]] = "stablehlo.shift_right_logical"(%[[L]], %[[Y]])
// CHECK-NEXT: %[[N:.*]] = "stablehlo.abs"(%[[M]])
// CHECK-NEXT: return %[[N]]
func.func @integers(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %a = arith.addi %x, %y : tensor<4xi32>
  %b = arith.subi %a, %y : tensor<4xi32>
  %c = arith.muli %b, %y : tensor<4xi32>
  %d = arith.divsi %c, %y : tensor<4xi32>
  %e = arith.remsi %d, %y : tensor<4xi32>
  %f = arith.maxsi %e, %y : tensor<4xi32>
  %g = arith.minsi %f, %y : tensor<4xi32>
  %h = arith.andi %g, %y : tensor<4xi32>
  %i = arith.ori %h, %y : tensor<4xi32>
  %j = arith.xori %i, %y : tensor<4xi32>
  %k = arith.shli %j, %y : tensor<4xi32>
  %l = arith.shrsi %k, %y : tensor<4xi32>
  %m = arith.shrui %l, %y : tensor<4xi32>
  %n = math.absi %m : tensor<4xi32>
  return %n : tensor<4xi32>
}

// Signless integers are signed in StableHLO.
// CHECK-LABEL: func.func @unsigned
// CHECK-SAME: %[[X:.*]]: tensor<4xi32>, %[[Y:.*]]: tensor<4xi32>
// CHECK-NEXT: %[[UX:.*]] = "stablehlo.bitcast_convert"(%[[X]]) : (tensor<4xi32>) -> tensor<4xui32>
// CHECK-NEXT: %[[UY:.*]] = "stablehlo.bitcast_convert"(%[[Y]]) : (tensor<4xi32>) -> tensor<4xui32>
// CHECK-NEXT: %[[U:.*]] = "stablehlo.divide"(%[[UX]], %[[UY]]) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
// CHECK-NEXT: "stablehlo.bitcast_convert"(%[[U]]) : (tensor<4xui32>) -> tensor<4xi32>
// CHECK: "stablehlo.remainder"{{.*}} -> tensor<4xui32>
// CHECK: "stablehlo.maximum"{{.*}} -> tensor<4xui32>
// CHECK: "stablehlo.minimum"{{.*}} -> tensor<4xui32>
func.func @unsigned(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %a = arith.divui %x, %y : tensor<4xi32>
  %b = arith.remui %a, %y : tensor<4xi32>
  %c = arith.maxui %b, %y : tensor<4xi32>
  %d = arith.minui %c, %y : tensor<4xi32>
  return %d : tensor<4xi32>
}

// CHECK-LABEL: func.func @casts
// CHECK: "stablehlo.convert"(%arg0) : (tensor<4xf16>) -> tensor<4xf64>
// CHECK-NEXT: "stablehlo.convert"{{.*}} : (tensor<4xf64>) -> tensor<4xf32>
// CHECK-NEXT: "stablehlo.convert"{{.*}} : (tensor<4xf32>) -> tensor<4xbf16>
// CHECK-NEXT: "stablehlo.convert"{{.*}} : (tensor<4xbf16>) -> tensor<4xi16>
// CHECK-NEXT: "stablehlo.convert"{{.*}} : (tensor<4xi16>) -> tensor<4xi64>
// CHECK-NEXT: "stablehlo.convert"{{.*}} : (tensor<4xi64>) -> tensor<4xi32>
// CHECK-NEXT: "stablehlo.convert"{{.*}} : (tensor<4xi32>) -> tensor<4xf32>
// CHECK-NEXT: "stablehlo.bitcast_convert"{{.*}} : (tensor<4xf32>) -> tensor<4xi32>
func.func @casts(%x: tensor<4xf16>) -> tensor<4xi32> {
  %a = arith.extf %x : tensor<4xf16> to tensor<4xf64>
  %b = arith.truncf %a : tensor<4xf64> to tensor<4xf32>
  %c = arith.truncf %b to_nearest_even : tensor<4xf32> to tensor<4xbf16>
  %d = arith.fptosi %c : tensor<4xbf16> to tensor<4xi16>
  %e = arith.extsi %d : tensor<4xi16> to tensor<4xi64>
  %f = arith.trunci %e : tensor<4xi64> to tensor<4xi32>
  %g = arith.sitofp %f : tensor<4xi32> to tensor<4xf32>
  %h = arith.bitcast %g : tensor<4xf32> to tensor<4xi32>
  return %h : tensor<4xi32>
}

// XLA would round to f32 in between.
// CHECK-LABEL: func.func @one_rounding
// CHECK: %[[R:.*]] = "stablehlo.reduce_precision"(%arg0) <{exponent_bits = 8 : i32, mantissa_bits = 7 : i32}> : (tensor<4xf64>) -> tensor<4xf64>
// CHECK-NEXT: "stablehlo.convert"(%[[R]]) : (tensor<4xf64>) -> tensor<4xbf16>
func.func @one_rounding(%x: tensor<4xf64>) -> tensor<4xbf16> {
  %0 = arith.truncf %x : tensor<4xf64> to tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// CHECK-LABEL: func.func @unsigned_casts
// CHECK: %[[U:.*]] = "stablehlo.bitcast_convert"(%arg0) : (tensor<4xi8>) -> tensor<4xui8>
// CHECK-NEXT: %[[V:.*]] = "stablehlo.convert"(%[[U]]) : (tensor<4xui8>) -> tensor<4xui32>
// CHECK-NEXT: "stablehlo.bitcast_convert"(%[[V]]) : (tensor<4xui32>) -> tensor<4xi32>
// CHECK: "stablehlo.convert"{{.*}} : (tensor<4xui32>) -> tensor<4xf32>
// CHECK: "stablehlo.convert"{{.*}} : (tensor<4xf32>) -> tensor<4xui16>
// CHECK: "stablehlo.convert"(%arg1) : (tensor<4xi1>) -> tensor<4xf16>
func.func @unsigned_casts(%x: tensor<4xi8>, %b: tensor<4xi1>) -> (tensor<4xi16>, tensor<4xf16>) {
  %0 = arith.extui %x : tensor<4xi8> to tensor<4xi32>
  %1 = arith.uitofp %0 : tensor<4xi32> to tensor<4xf32>
  %2 = arith.fptoui %1 : tensor<4xf32> to tensor<4xi16>
  %3 = arith.uitofp %b : tensor<4xi1> to tensor<4xf16>
  return %2, %3 : tensor<4xi16>, tensor<4xf16>
}

// CHECK-LABEL: func.func @functions
// CHECK: "stablehlo.abs"(%arg0)
// CHECK-NEXT: "stablehlo.sqrt"
// CHECK-NEXT: "stablehlo.rsqrt"
// CHECK-NEXT: "stablehlo.cbrt"
// CHECK-NEXT: "stablehlo.exponential"
// CHECK-NEXT: "stablehlo.exponential_minus_one"
// CHECK-NEXT: "stablehlo.log"
// CHECK-NEXT: "stablehlo.log_plus_one"
// CHECK-NEXT: "stablehlo.power"
// CHECK-NEXT: "stablehlo.tanh"
// CHECK-NEXT: "stablehlo.ceil"
// CHECK-NEXT: "stablehlo.floor"
// CHECK-NEXT: "stablehlo.round_nearest_afz"
// CHECK-NEXT: %[[X:.*]] = "stablehlo.round_nearest_even"
// CHECK-NEXT: "stablehlo.is_finite"(%[[X]]) : (tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT: "stablehlo.compare"(%[[X]], %[[X]]) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}>
func.func @functions(%x: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>) {
  %0 = math.absf %x : tensor<4xf32>
  %1 = math.sqrt %0 : tensor<4xf32>
  %2 = math.rsqrt %1 : tensor<4xf32>
  %3 = math.cbrt %2 : tensor<4xf32>
  %4 = math.exp %3 : tensor<4xf32>
  %5 = math.expm1 %4 : tensor<4xf32>
  %6 = math.log %5 : tensor<4xf32>
  %7 = math.log1p %6 : tensor<4xf32>
  %8 = math.powf %7, %7 : tensor<4xf32>
  %9 = math.tanh %8 : tensor<4xf32>
  %10 = math.ceil %9 : tensor<4xf32>
  %11 = math.floor %10 : tensor<4xf32>
  %12 = math.round %11 : tensor<4xf32>
  %13 = math.roundeven %12 : tensor<4xf32>
  %14 = math.isfinite %13 : tensor<4xf32>
  %15 = math.isnan %13 : tensor<4xf32>
  return %14, %15 : tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: func.func @booleans
// CHECK: "stablehlo.and"(%arg0, %arg1) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
// CHECK: "stablehlo.or"
// CHECK: "stablehlo.xor"
// CHECK: "stablehlo.maximum"{{.*}} -> tensor<4xi1>
// CHECK: %[[C:.*]] = "stablehlo.compare"{{.*}}comparison_type UNSIGNED>{{.*}}comparison_direction LT>}> : (tensor<4xi1>, tensor<4xi1>)
// CHECK: "stablehlo.select"(%arg2, %[[C]], %arg0) : (tensor<i1>, tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
func.func @booleans(%a: tensor<4xi1>, %b: tensor<4xi1>, %c: tensor<i1>) -> tensor<4xi1> {
  %0 = arith.andi %a, %b : tensor<4xi1>
  %1 = arith.ori %0, %b : tensor<4xi1>
  %2 = arith.xori %1, %b : tensor<4xi1>
  %3 = arith.maxui %2, %b : tensor<4xi1>
  %4 = arith.cmpi ult, %3, %b : tensor<4xi1>
  %which = tensor.extract %c[] : tensor<i1>
  %5 = arith.select %which, %4, %a : tensor<4xi1>
  return %5 : tensor<4xi1>
}

// CHECK-LABEL: func.func @orders_of_floats
// CHECK: dense<false> : tensor<i1>
// CHECK-NEXT: "stablehlo.broadcast_in_dim"{{.*}} -> tensor<4xi1>
// CHECK-NEXT: "stablehlo.compare"{{.*}}comparison_direction EQ>
// CHECK-NEXT: "stablehlo.compare"{{.*}}comparison_direction GT>
// CHECK-NEXT: "stablehlo.compare"{{.*}}comparison_direction GE>
// CHECK-NEXT: "stablehlo.compare"{{.*}}comparison_direction LT>
// CHECK-NEXT: "stablehlo.compare"{{.*}}comparison_direction LE>
// CHECK-DAG: "stablehlo.compare"{{.*}}comparison_direction GT>
// CHECK-DAG: "stablehlo.compare"{{.*}}comparison_direction LT>
// CHECK-NEXT: "stablehlo.or"
// CHECK-DAG: "stablehlo.compare"(%arg0, %arg0) <{{.*}}comparison_direction EQ>
// CHECK-DAG: "stablehlo.compare"(%arg1, %arg1) <{{.*}}comparison_direction EQ>
// CHECK-NEXT: "stablehlo.and"
// CHECK-DAG: "stablehlo.compare"{{.*}}comparison_direction GT>
// CHECK-DAG: "stablehlo.compare"{{.*}}comparison_direction LT>
// CHECK: "stablehlo.or"
// CHECK-NEXT: "stablehlo.not"
// CHECK-NEXT: "stablehlo.compare"{{.*}}comparison_direction LE>
// CHECK-NEXT: "stablehlo.not"
// CHECK-NEXT: "stablehlo.compare"{{.*}}comparison_direction LT>
// CHECK-NEXT: "stablehlo.not"
// CHECK-NEXT: "stablehlo.compare"{{.*}}comparison_direction GE>
// CHECK-NEXT: "stablehlo.not"
// CHECK-NEXT: "stablehlo.compare"{{.*}}comparison_direction GT>
// CHECK-NEXT: "stablehlo.not"
// CHECK-NEXT: "stablehlo.compare"{{.*}}comparison_direction NE>
// CHECK-DAG: "stablehlo.compare"(%arg0, %arg0) <{{.*}}comparison_direction NE>
// CHECK-DAG: "stablehlo.compare"(%arg1, %arg1) <{{.*}}comparison_direction NE>
// CHECK-NEXT: "stablehlo.or"
// CHECK: dense<true> : tensor<i1>
func.func @orders_of_floats(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  %0 = arith.cmpf false, %a, %b : tensor<4xf32>
  %1 = arith.cmpf oeq, %a, %b : tensor<4xf32>
  %2 = arith.cmpf ogt, %a, %b : tensor<4xf32>
  %3 = arith.cmpf oge, %a, %b : tensor<4xf32>
  %4 = arith.cmpf olt, %a, %b : tensor<4xf32>
  %5 = arith.cmpf ole, %a, %b : tensor<4xf32>
  %6 = arith.cmpf one, %a, %b : tensor<4xf32>
  %7 = arith.cmpf ord, %a, %b : tensor<4xf32>
  %8 = arith.cmpf ueq, %a, %b : tensor<4xf32>
  %9 = arith.cmpf ugt, %a, %b : tensor<4xf32>
  %10 = arith.cmpf uge, %a, %b : tensor<4xf32>
  %11 = arith.cmpf ult, %a, %b : tensor<4xf32>
  %12 = arith.cmpf ule, %a, %b : tensor<4xf32>
  %13 = arith.cmpf une, %a, %b : tensor<4xf32>
  %14 = arith.cmpf uno, %a, %b : tensor<4xf32>
  %15 = arith.cmpf true, %a, %b : tensor<4xf32>
  "stablehlo.custom_call"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15) : (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) -> ()
  return
}

// CHECK-LABEL: func.func @orders_of_integers
// CHECK: "stablehlo.compare"(%arg0, %arg1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4xi8>, tensor<4xi8>)
// CHECK: "stablehlo.compare"{{.*}}SIGNED>{{.*}} NE>
// CHECK: "stablehlo.compare"{{.*}}SIGNED>{{.*}} LT>
// CHECK: "stablehlo.compare"{{.*}}SIGNED>{{.*}} LE>
// CHECK: "stablehlo.compare"{{.*}}SIGNED>{{.*}} GT>
// CHECK: "stablehlo.compare"{{.*}}SIGNED>{{.*}} GE>
// CHECK: "stablehlo.compare"{{.*}}comparison_type UNSIGNED>{{.*}} LT>}> : (tensor<4xui8>, tensor<4xui8>)
// CHECK: "stablehlo.compare"{{.*}}comparison_type UNSIGNED>{{.*}} LE>
// CHECK: "stablehlo.compare"{{.*}}comparison_type UNSIGNED>{{.*}} GT>
// CHECK: "stablehlo.compare"{{.*}}comparison_type UNSIGNED>{{.*}} GE>
func.func @orders_of_integers(%a: tensor<4xi8>, %b: tensor<4xi8>) {
  %0 = arith.cmpi eq, %a, %b : tensor<4xi8>
  %1 = arith.cmpi ne, %a, %b : tensor<4xi8>
  %2 = arith.cmpi slt, %a, %b : tensor<4xi8>
  %3 = arith.cmpi sle, %a, %b : tensor<4xi8>
  %4 = arith.cmpi sgt, %a, %b : tensor<4xi8>
  %5 = arith.cmpi sge, %a, %b : tensor<4xi8>
  %6 = arith.cmpi ult, %a, %b : tensor<4xi8>
  %7 = arith.cmpi ule, %a, %b : tensor<4xi8>
  %8 = arith.cmpi ugt, %a, %b : tensor<4xi8>
  %9 = arith.cmpi uge, %a, %b : tensor<4xi8>
  "stablehlo.custom_call"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9) : (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) -> ()
  return
}
