"""How lit runs the tests: one tool on PATH per substitution, all of LLVM's."""

import os
import subprocess

import lit.formats
from lit.llvm import llvm_config

config.name = "grad-opt"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt", "README.md", "benchmark"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.grad_build_dir + "/test"

llvm_config.use_default_substitutions()
config.substitutions.append(("%python", config.python))
config.substitutions.append(("%test_dir", config.test_source_root))
config.substitutions.append(("%cc", config.cc))
config.substitutions.append(("%grad_plugin", config.grad_plugin))
config.substitutions.append(("%gradrt_include", config.gradrt_include))
config.substitutions.append(("%gradrt_lib", config.gradrt_lib))
config.substitutions.append(
    ("%source_dir", os.path.dirname(config.test_source_root)))
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.with_environment("PATH", config.grad_tools_dir, append_path=True)


def find_jax_python():
    """A Python with jax: the one named, the build's own, or any on the PATH."""
    candidates = [os.environ.get("GRADOPT_JAX_PYTHON"),
                  config.grad_build_dir + "/jax-venv/bin/python",
                  config.python, "python3"]
    for python in filter(None, candidates):
        probe = "from importlib.util import find_spec as f; exit(not f('jax'))"
        try:
            if subprocess.run([python, "-c", probe], timeout=60,
                              stderr=subprocess.DEVNULL).returncode == 0:
                return python
        except (OSError, subprocess.TimeoutExpired):
            continue
    return None


# Tests that need jax say `REQUIRES: jax` and run `%jax_python`.
jax_python = find_jax_python()
if jax_python:
    config.available_features.add("jax")
    config.substitutions.append(("%jax_python", jax_python))
elif os.environ.get("GRADOPT_REQUIRE_JAX", "0") != "0":
    lit_config.fatal("GRADOPT_REQUIRE_JAX is set, and no Python has jax; make "
                     "one by test/Export/setup_venv.sh and name it in "
                     "GRADOPT_JAX_PYTHON")
else:
    lit_config.note("no Python with jax: tests that have XLA run modules are "
                    "skipped; test/Export/setup_venv.sh makes one, and "
                    "GRADOPT_JAX_PYTHON names it")
