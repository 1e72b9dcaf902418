#!/usr/bin/env python3
"""Writes a step that makes ResNet-50's 161 gradients in f16 and descends.

    generate_resnet50.py > resnet50-gradients.mlir

Shapes and order are the model's. The gradient of a kernel or of the last matrix
is a product of two matrices, with an inner size of 2 so that the step runs in
seconds; that of a scale, an offset or a bias is made element by element. Each
parameter, in f32, becomes w - lr * g.
"""

BLOCKS = (3, 4, 6, 3)
INNER = 2


def convolutions():
    """Name and shape, OIHW, of each kernel, in the model's order."""
    yield "conv1", (64, 3, 7, 7)
    channels = 64
    for stage, blocks in enumerate(BLOCKS):
        width = 64 << stage
        for block in range(blocks):
            at = f"layer{stage + 1}.{block}"
            yield f"{at}.conv1", (width, channels, 1, 1)
            yield f"{at}.conv2", (width, width, 3, 3)
            yield f"{at}.conv3", (4 * width, width, 1, 1)
            if block == 0:
                yield f"{at}.downsample", (4 * width, channels, 1, 1)
            channels = 4 * width


def parameters():
    """Name and shape of each parameter."""
    for name, shape in convolutions():
        yield f"{name}.weight", shape
        norm = (f"{name}.bn" if name.endswith("downsample")
                else name.replace("conv", "bn"))
        yield f"{norm}.scale", shape[:1]
        yield f"{norm}.offset", shape[:1]
    yield "fc.weight", (1000, 2048)
    yield "fc.bias", (1000,)


def tensor(shape, element):
    return f"tensor<{'x'.join(map(str, shape))}x{element}>"


def as_matrix(shape):
    rest = 1
    for size in shape[1:]:
        rest *= size
    return shape[0], rest


def sources(name, shape):
    """What a gradient is made of, one rank's part: names and types."""
    if len(shape) == 1:
        return ((f"{name}.x", tensor(shape, "f16")),
                (f"{name}.dy", tensor(shape, "f16")))
    rows, columns = as_matrix(shape)
    return ((f"{name}.x", tensor((rows, INNER), "f16")),
            (f"{name}.dy", tensor((INNER, columns), "f16")))


def elementwise(result, inputs, element, shape, body):
    """A linalg.generic over operands of one shape."""
    maps = ", ".join([f"#map{len(shape)}"] * (len(inputs) + 1))
    iterators = ", ".join(['"parallel"'] * len(shape))
    out = tensor(shape, element)
    yield f"  {result}.init = tensor.empty() : {out}"
    yield (f"  {result} = linalg.generic {{indexing_maps = [{maps}], "
           f"iterator_types = [{iterators}]}}")
    yield (f"      ins({', '.join(value for value, _ in inputs)} : "
           f"{', '.join(tensor(shape, kind) for _, kind in inputs)})"
           f" outs({result}.init : {out})")
    arguments = [f"%{chr(ord('a') + i)}: {kind}"
                 for i, (_, kind) in enumerate(inputs)]
    yield f"      {body[0]} {{"
    yield f"  ^bb0({', '.join([*arguments, f'%out: {element}'])}):"
    yield from (f"    {line}" for line in body[1:])
    yield f"  }} -> {out}"


def gradient(name, shape):
    mark = f'attrs = {{grad.gradient = "{name}"}}'
    x, dy = f"%{name}.x", f"%{name}.dy"
    if len(shape) == 1:
        yield from elementwise(
            f"%{name}.g", [(x, "f16"), (dy, "f16")], "f16", shape,
            [mark, "%p = arith.mulf %a, %b : f16", "linalg.yield %p : f16"])
        return
    rows, columns = as_matrix(shape)
    out = tensor((rows, columns), "f16")
    is_matrix = len(shape) == 2
    product = f"%{name}.g" if is_matrix else f"%{name}.m"
    attribute = f' {{grad.gradient = "{name}"}}'
    (_, left), (_, right) = sources(name, shape)
    yield f"  %{name}.empty = tensor.empty() : {out}"
    yield (f"  %{name}.zero = linalg.fill ins(%zero : f16) "
           f"outs(%{name}.empty : {out}) -> {out}")
    yield (f"  {product} = linalg.matmul{attribute if is_matrix else ''} "
           f"ins({x}, {dy} : {left}, {right}) outs(%{name}.zero : {out}) -> {out}")
    if not is_matrix:
        yield (f"  %{name}.g = tensor.expand_shape {product} [[0], [1, 2, 3]] "
               f"output_shape {list(shape)}{attribute} : {out} into "
               f"{tensor(shape, 'f16')}")


def update(name, shape):
    yield from elementwise(
        f"%{name}.new", [(f"%{name}", "f32"), (f"%{name}.g", "f16")], "f32",
        shape,
        ["", "%g = arith.extf %b : f16 to f32", "%s = arith.mulf %lr, %g : f32",
         "%d = arith.subf %a, %s : f32", "linalg.yield %d : f32"])


def main():
    params = list(parameters())
    assert len(params) == 161
    print("// ResNet-50's 161 gradients in f16, and plain gradient descent in f32.")
    print("// Written by generate_resnet50.py.\n")
    for rank in (1, 2, 4):
        dims = ", ".join(f"d{i}" for i in range(rank))
        print(f"#map{rank} = affine_map<({dims}) -> ({dims})>")
    print("\nfunc.func @step(")
    for name, shape in params:
        print(f'    %{name}: {tensor(shape, "f32")} {{grad.param = "{name}"}},')
    for name, shape in params:
        for source, kind in sources(name, shape):
            print(f"    %{source}: {kind} {{grad.batch}},")
    print("    %lr: f32 {grad.replicated})\n    -> (", end="")
    print(",\n        ".join(
        f'{tensor(shape, "f32")} {{grad.updates = "{name}"}}'
        for name, shape in params), end=") {\n")
    print("  %zero = arith.constant 0.0 : f16")
    for name, shape in reversed(params):
        print("\n".join(gradient(name, shape)))
    for name, shape in params:
        print("\n".join(update(name, shape)))
    values = ", ".join(f"%{name}.new" for name, _ in params)
    types = ", ".join(tensor(shape, "f32") for _, shape in params)
    print(f"  return {values}\n      : {types}\n}}")


if __name__ == "__main__":
    main()
