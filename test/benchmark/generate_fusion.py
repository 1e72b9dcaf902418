#!/usr/bin/env python3
"""Writes a module with many all-reduces of 256-byte tensors.

    generate_fusion.py independent N     each between a producer and a consumer
    generate_fusion.py chains CHAINS LENGTH
                                         interleaved chains of dependent ones
    generate_fusion.py kinds N           independent, of four kinds in turn
    generate_fusion.py ids N IDS         independent, of IDS fusion ids in turn
    generate_fusion.py functions N       N functions of five, with names
    generate_fusion.py calls N           two around a chain of N calls
"""

import sys

TYPE = "tensor<64xf32>"


def function(body, name="step"):
    yield f"func.func @{name}(%x: {TYPE}, %y: {TYPE}) {{"
    yield from body
    yield "  return"
    yield "}"


def all_reduce(result, operand, kind="sum", attributes=""):
    return f"  %{result} = grad.all_reduce<{kind}> %{operand}{attributes} : {TYPE}"


def independent(count, reduce):
    """`reduce(i)`: the kind and the attributes of number i."""
    for i in range(count):
        yield f"  %p{i} = arith.mulf %x, %y : {TYPE}"
        yield all_reduce(f"r{i}", f"p{i}", *reduce(i))
        yield f"  %c{i} = arith.addf %r{i}, %x : {TYPE}"


def chains(count, length):
    """The first links of all chains, then the second ones, and so on."""
    for link in range(length):
        for chain in range(count):
            before = f"c{chain}_{link - 1}" if link else "x"
            name = f"{chain}_{link}"
            yield f"  %p{name} = arith.mulf %{before}, %y : {TYPE}"
            yield all_reduce(f"r{name}", f"p{name}")
            yield f"  %c{name} = arith.addf %r{name}, %x : {TYPE}"


def functions(count):
    for number in range(count):
        yield from function(
            independent(5, lambda i: (
                "sum" if i % 2 else "max", f' {{grad.param = "w{number}.{i}"}}')),
            name=f"step{number}")


def calls(count):
    for number in range(count):
        yield f"func.func private @f{number}() {{"
        if number + 1 != count:
            yield f"  func.call @f{number + 1}() : () -> ()"
        yield "  return"
        yield "}"
    yield from function([all_reduce("a", "x"), "  func.call @f0() : () -> ()",
                         all_reduce("b", "y")])


def main():
    shape, *numbers = sys.argv[1:]
    numbers = [int(number) for number in numbers]
    if shape == "independent":
        lines = function(independent(numbers[0], lambda i: ()))
    elif shape == "chains":
        lines = function(chains(*numbers))
    elif shape == "kinds":
        kinds = ["sum", "max", "min", "prod"]
        lines = function(independent(numbers[0], lambda i: (kinds[i % 4],)))
    elif shape == "ids":
        lines = function(independent(numbers[0], lambda i: (
            "sum", f" fusion<id = {i % numbers[1] + 1}>")))
    elif shape == "functions":
        lines = functions(numbers[0])
    elif shape == "calls":
        lines = calls(numbers[0])
    else:
        sys.exit(__doc__)
    sys.stdout.writelines(line + "\n" for line in lines)


if __name__ == "__main__":
    main()
