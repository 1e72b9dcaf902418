"""A training of N steps around an exported step, as the text of a module.

It is written here, not by passes of the project: a loop that calls the step and
updates each parameter as PyTorch's SGD with momentum does.
"""

from signature import Signature

UPDATE = """
func.func private @{name}(%w: {t}, %v: {t}, %g: {t}) -> ({t}, {t}) {{
  %rate = arith.constant {rate} : f32
  %momentum = arith.constant {momentum} : f32
  %r:2 = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}
      ins(%g : {t}) outs(%w, %v : {t}, {t}) {{
  ^bb0(%eg: f32, %ew: f32, %ev: f32):
    %a = arith.mulf %ev, %momentum : f32
    %b = arith.addf %a, %eg : f32
    %c = arith.mulf %b, %rate : f32
    %d = arith.subf %ew, %c : f32
    linalg.yield %d, %b : f32, f32
  }} -> ({t}, {t})
  return %r#0, %r#1 : {t}, {t}
}}
"""


def shape_of(kind):
    return kind[len("tensor<"):-1].split("x")[:-1]


def update_function(name, kind, rate, momentum):
    rank = len(shape_of(kind))
    dims = ", ".join(f"d{i}" for i in range(rank))
    return UPDATE.format(
        name=name, t=kind, rate=rate, momentum=momentum,
        maps=", ".join([f"affine_map<({dims}) -> ({dims})>"] * 3),
        kinds=", ".join(['"parallel"'] * rank))


def batch_slice(target, source, kind, steps):
    """The %i-th of the batches that lie one after another."""
    shape = shape_of(kind)
    return (f"    {target} = tensor.extract_slice {source}[%i{', 0' * len(shape)}] "
            f"[1, {', '.join(shape)}] [1{', 1' * len(shape)}] : "
            f"tensor<{steps}x{kind[len('tensor<'):]} to {kind}\n")


def write(text, steps, rate, momentum):
    """The module, whose entry @train takes the batches of all steps."""
    signature = Signature(text)
    kept = [(n, t, r) for n, t, r in signature.arguments if r in ("param", "state")]
    params = [(n, t) for n, t, r in kept if r == "param"]
    index = {n: i for i, (n, _, _) in enumerate(kept)}
    parts = [update_function(f"update{i}", t, rate, momentum)
             for i, (_, t) in enumerate(params)]

    arguments, calls, body = [], [], ""
    for i, (name, kind, role) in enumerate(signature.arguments):
        if role in ("param", "state"):
            arguments.append(f'%a{i}: {kind} {{grad.{role} = "{name}"}}')
            calls.append(f"%s{i}")
        elif role == "batch":
            arguments.append(f"%a{i}: tensor<{steps}x{kind[len('tensor<'):]} {{grad.replicated}}")
            body += batch_slice(f"%b{i}", f"%a{i}", kind, steps)
            calls.append(f"%b{i}")
        else:
            calls.append("%seed")

    results = [t for _, t, _ in signature.results]
    body += (f"    %r:{len(results)} = func.call @step({', '.join(calls)}) : "
             f"({', '.join(t for _, t, _ in signature.arguments)}) -> "
             f"({', '.join(results)})\n")
    values = [f"%s{i}" for i in range(len(kept))]
    momenta = []
    for j, (name, kind, role) in enumerate(signature.results):
        if role == "updates":
            values[index[name]] = f"%r#{j}"
        elif role == "gradient":
            i = index[name]
            body += (f"    %n{i}:2 = func.call @update{i}(%s{i}, %m{i}, %r#{j}) : "
                     f"({kind}, {kind}, {kind}) -> ({kind}, {kind})\n")
            values[i] = f"%n{i}#0"
            momenta.append((i, kind, f"%n{i}#1"))
    body += f"    %l = tensor.insert %loss into %losses[%i] : tensor<{steps}xf32>\n"
    body = body.replace("    %l =", "    %loss = tensor.extract %r#0[] : tensor<f32>\n    %l =")

    types = [t for _, t, _ in kept] + [t for _, t, _ in momenta] + [f"tensor<{steps}xf32>"]
    carried = ([(f"%s{i}", f"%a{i}") for i in range(len(kept))] +
               [(f"%m{i}", f"%z{i}") for i, _, _ in momenta] + [("%losses", "%none")])
    yielded = values + [value for _, _, value in momenta] + ["%l"]
    outs = [f'{t} {{grad.updates = "{n}"}}' for n, t, _ in kept] + [types[-1]]
    zeros = "".join(f"  %z{i} = arith.constant dense<0.0> : {t}\n" for i, t, _ in momenta)
    count = len(types)
    returned = [f"%t#{i}" for i in range(len(kept))] + [f"%t#{count - 1}"]
    train = f"""
func.func @train({', '.join(arguments)}) -> ({', '.join(outs)}) {{
  %seed = arith.constant dense<1.0> : tensor<f32>
{zeros}  %none = arith.constant dense<0.0> : tensor<{steps}xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant {steps} : index
  %t:{count} = scf.for %i = %c0 to %n step %c1
      iter_args({', '.join(f'{a} = {b}' for a, b in carried)}) -> ({', '.join(types)}) {{
{body}    scf.yield {', '.join(yielded)} : {', '.join(types)}
  }}
  return {', '.join(returned)} : {', '.join([t for _, t, _ in kept] + types[-1:])}
}}
"""
    end = text.rindex("}")
    private = text[:end].replace("func.func @step(", "func.func private @step(", 1)
    return private + "".join(parts) + train + "}\n"
