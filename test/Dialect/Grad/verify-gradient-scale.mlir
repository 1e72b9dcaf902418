// Means that are divided exactly once, in every way that the chain may go.
// verify-gradient-scale changes nothing.
//
// RUN: grad-opt %s --allow-unregistered-dialect -o %t
// RUN: grad-opt %s --allow-unregistered-dialect --verify-gradient-scale | diff %t -

// After, before, and by a division; in f16, bf16, f32 and f64, as each rounds
// 1/7.
func.func @places(%x: tensor<4xf32>, %h: tensor<4xf16>, %b: tensor<4xbf16>, %d: tensor<4xf64>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xbf16>, tensor<4xf64>) {
  %f32 = arith.constant dense<0x3E124925> : tensor<4xf32>
  %seven = arith.constant dense<7.0> : tensor<4xf32>
  %f16 = arith.constant dense<0x3092> : tensor<4xf16>
  %bf16 = arith.constant dense<0x3E12> : tensor<4xbf16>
  %f64 = arith.constant dense<0.14285714285714285> : tensor<4xf64>
  %0 = grad.all_reduce<sum> %x {grad.mean = 7 : i64} : tensor<4xf32>
  %after = arith.mulf %0, %f32 : tensor<4xf32>
  %before = arith.mulf %f32, %x : tensor<4xf32>
  %1 = grad.all_reduce<sum> %before {grad.mean = 7 : i64} : tensor<4xf32>
  %2 = grad.all_reduce<sum> %x {grad.mean = 7 : i64} : tensor<4xf32>
  %quotient = arith.divf %2, %seven : tensor<4xf32>
  %3 = grad.all_reduce<sum> %h {grad.mean = 7 : i64} : tensor<4xf16>
  %in_f16 = arith.mulf %3, %f16 : tensor<4xf16>
  %4 = grad.all_reduce<sum> %b {grad.mean = 7 : i64} : tensor<4xbf16>
  %in_bf16 = arith.mulf %4, %bf16 : tensor<4xbf16>
  %5 = grad.all_reduce<sum> %d {grad.mean = 7 : i64} : tensor<4xf64>
  %in_f64 = arith.mulf %5, %f64 : tensor<4xf64>
  return %after, %1, %quotient, %in_f16, %in_bf16, %in_f64 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xbf16>, tensor<4xf64>
}

// What the gradient reducer writes for scale=split over four and over six
// ranks: 1/pre before the narrowing, pre/degree after.
func.func @split(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %half = arith.constant dense<0.5> : tensor<f32>
  %quarter = arith.constant dense<0.25> : tensor<f32>
  %four_sixths = arith.constant dense<0x3F2AAAAB> : tensor<f32>
  %n = grad.scale %x, %half : tensor<4xf32>, tensor<f32> -> tensor<4xf16>
  %0 = grad.all_reduce<sum> %n {grad.mean = 4 : i64} : tensor<4xf16> -> tensor<4xf32>
  %1 = grad.scale %0, %half : tensor<4xf32>, tensor<f32>
  %m = grad.scale %x, %quarter : tensor<4xf32>, tensor<f32> -> tensor<4xf16>
  %2 = grad.all_reduce<sum> %m {grad.mean = 6 : i64} : tensor<4xf16> -> tensor<4xf32>
  %3 = grad.scale %2, %four_sixths : tensor<4xf32>, tensor<f32>
  return %1, %3 : tensor<4xf32>, tensor<4xf32>
}

// Through casts and reshapes, and through factors that are values: a loss
// scale, a clip coefficient. The constant may be built in any way.
func.func @through(%x: tensor<4xf16>, %scale: tensor<f32>, %clip: f32) -> (tensor<2x2xf16>, tensor<2x2xf32>, tensor<4xf32>) {
  %n = arith.constant 4.0 : f32
  %all = tensor.splat %n : tensor<2x2xf32>
  %wide = arith.extf %x : tensor<4xf16> to tensor<4xf32>
  %0 = grad.all_reduce<sum> %wide {grad.mean = 4 : i64} : tensor<4xf32>
  %unscaled = grad.scale %0, %scale : tensor<4xf32>, tensor<f32>
  %square = tensor.expand_shape %unscaled [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %c = tensor.splat %clip : tensor<2x2xf32>
  %clipped = arith.mulf %c, %square : tensor<2x2xf32>
  %mean = arith.divf %clipped, %all : tensor<2x2xf32>
  %narrow = arith.truncf %mean : tensor<2x2xf32> to tensor<2x2xf16>
  // A bucket, and each of its members by itself.
  %two = arith.constant dense<0.5> : tensor<f16>
  %as_f32 = arith.extf %two : tensor<f16> to tensor<f32>
  %1:2 = grad.all_reduce<sum> %mean, %wide {grad.mean = 2 : i64} : tensor<2x2xf32>, tensor<4xf32>
  %m0 = grad.scale %1#0, %as_f32 : tensor<2x2xf32>, tensor<f32>
  %m1 = grad.scale %1#1, %as_f32 : tensor<4xf32>, tensor<f32>
  return %narrow, %m0, %m1 : tensor<2x2xf16>, tensor<2x2xf32>, tensor<4xf32>
}

// Constants of formulas are legal on both sides: 2 and -0.25, 0.5 alone, what
// is nearly 1/4, and 1/4 behind an operation that is no factor.
func.func @formulas(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %two = arith.constant dense<2.0> : tensor<4xf32>
  %negative = arith.constant dense<-0.25> : tensor<4xf32>
  %half = arith.constant dense<0.5> : tensor<4xf32>
  %nearly = arith.constant dense<0x3E7FFFFF> : tensor<4xf32>
  %quarter = arith.constant dense<0.25> : tensor<4xf32>
  %a = arith.mulf %x, %quarter : tensor<4xf32>
  %b = arith.addf %a, %y : tensor<4xf32>
  %c = arith.mulf %b, %two : tensor<4xf32>
  %d = arith.mulf %c, %negative : tensor<4xf32>
  %e = arith.mulf %d, %half : tensor<4xf32>
  %0 = grad.all_reduce<sum> %e {grad.mean = 4 : i64} : tensor<4xf32>
  %f = arith.mulf %0, %nearly : tensor<4xf32>
  %g = arith.mulf %f, %quarter : tensor<4xf32>
  %h = arith.divf %g, %negative : tensor<4xf32>
  return %h : tensor<4xf32>
}

// A product that is subtracted from a value is a learning rate, also where it
// is 1/4 by chance, and by way of a negation; where nothing else divides, it
// is the mean.
func.func @learning_rate(%w: tensor<4xf32>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %quarter = arith.constant dense<0.25> : tensor<4xf32>
  %0 = grad.all_reduce<sum> %x {grad.mean = 4 : i64} : tensor<4xf32>
  %mean = arith.mulf %0, %quarter : tensor<4xf32>
  %step = arith.mulf %mean, %quarter : tensor<4xf32>
  %updated = arith.subf %w, %step : tensor<4xf32>
  %minus = arith.negf %step : tensor<4xf32>
  %added = arith.addf %minus, %w : tensor<4xf32>
  %1 = grad.all_reduce<sum> %x {grad.mean = 4 : i64} : tensor<4xf32>
  %plain = arith.mulf %1, %quarter : tensor<4xf32>
  %without = arith.subf %w, %plain : tensor<4xf32>
  return %updated, %added, %without : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Two levels: factors between the two may be either's.
#pairs = #grad.group<[[0, 1], [2, 3]]>
#across = #grad.group<[[0, 2], [1, 3]]>
func.func @levels(%x: tensor<4xf32>) -> tensor<4xf32> {
  %half = arith.constant dense<0.5> : tensor<4xf32>
  %0 = grad.all_reduce<sum> %x on #pairs {grad.mean = 2 : i64} : tensor<4xf32>
  %1 = arith.mulf %0, %half : tensor<4xf32>
  %2 = grad.all_reduce<sum> %1 on #across {grad.mean = 2 : i64} : tensor<4xf32>
  %3 = arith.mulf %2, %half : tensor<4xf32>
  %4 = grad.all_reduce<sum> %3 on #pairs {grad.mean = 2 : i64} : tensor<4xf32>
  return %4 : tensor<4xf32>
}

// avg divides by its group's size; the shard of a mean may be gathered first.
func.func @collectives(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %half = arith.constant dense<0.5> : tensor<4xf32>
  %0 = grad.all_reduce<avg> %x on #pairs {grad.mean = 2 : i64} : tensor<4xf32>
  %1 = grad.all_reduce<avg> %x {grad.mean = 8 : i64} : tensor<4xf32>
  %2 = grad.reduce_scatter<sum> %x dim 0 on #pairs {grad.mean = 2 : i64} : tensor<4xf32> -> tensor<2xf32>
  %3 = grad.all_gather %2 dim 0 on #pairs : tensor<2xf32> -> tensor<4xf32>
  %4 = arith.mulf %3, %half : tensor<4xf32>
  return %0, %1, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// A degree of 1, a result without uses, and a member without a mean.
func.func @nothing(%x: tensor<4xf32>, %loss: tensor<f32>) -> (tensor<4xf32>, tensor<f32>) {
  %half = arith.constant dense<0.5> : tensor<4xf32>
  %0 = grad.all_reduce<sum> %x {grad.mean = 1 : i64} : tensor<4xf32>
  %1 = grad.all_reduce<sum> %x {grad.mean = 4 : i64} : tensor<4xf32>
  %2:2 = grad.all_reduce<sum> %0, %loss {grad.mean = array<i64: 2, 0>} : tensor<4xf32>, tensor<f32>
  %3 = arith.mulf %2#0, %half : tensor<4xf32>
  return %3, %2#1 : tensor<4xf32>, tensor<f32>
}

// Rank 0: the square of a value is no scaled value.
func.func @loss(%x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %half = arith.constant dense<0.5> : tensor<f32>
  %a = arith.mulf %half, %x : tensor<f32>
  %b = arith.mulf %a, %a : tensor<f32>
  %0 = grad.all_reduce<sum> %b {grad.mean = 2 : i64} : tensor<f32>
  %1 = arith.mulf %half, %0 : tensor<f32>
  %2 = arith.mulf %1, %1 : tensor<f32>
  %3 = arith.mulf %2, %half : tensor<f32>
  return %2, %3 : tensor<f32>, tensor<f32>
}

// The operations of StableHLO.
func.func @stablehlo(%x: tensor<4xf16>, %w: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<4xf32>) {
  %c = "stablehlo.constant"() <{value = dense<4.0> : tensor<f16>}> : () -> tensor<f16>
  %w0 = "stablehlo.convert"(%c) : (tensor<f16>) -> tensor<f32>
  %all = "stablehlo.broadcast_in_dim"(%w0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x2xf32>
  %q = "stablehlo.constant"() <{value = dense<0.25> : tensor<2x2xf32>}> : () -> tensor<2x2xf32>
  %wide = "stablehlo.convert"(%x) : (tensor<4xf16>) -> tensor<4xf32>
  %0 = grad.all_reduce<sum> %wide {grad.mean = 4 : i64} : tensor<4xf32>
  %1 = "stablehlo.reshape"(%0) : (tensor<4xf32>) -> tensor<2x2xf32>
  %2 = "stablehlo.divide"(%1, %all) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %3 = "stablehlo.multiply"(%q, %2) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %4 = "stablehlo.subtract"(%w, %3) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %5 = "stablehlo.negate"(%3) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %6 = "stablehlo.add"(%w, %5) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %v = "stablehlo.constant"() <{value = dense<0.25> : tensor<4xf32>}> : () -> tensor<4xf32>
  %7 = "stablehlo.multiply"(%wide, %v) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %8 = grad.all_reduce<sum> %7 {grad.mean = 4 : i64} : tensor<4xf32>
  return %6, %8 : tensor<2x2xf32>, tensor<4xf32>
}

// Casts lead in a circle.
"test.graph"() ({
  %half = arith.constant dense<0.5> : tensor<4xf32>
  %0 = grad.all_reduce<sum> %1 {grad.mean = 2 : i64} : tensor<4xf32>
  %1 = arith.mulf %2, %half : tensor<4xf32>
  %2 = tensor.cast %1 : tensor<4xf32> to tensor<4xf32>
  "test.use"(%0) : (tensor<4xf32>) -> ()
}) : () -> ()
