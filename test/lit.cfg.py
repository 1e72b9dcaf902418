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


def find_python(package, variable, venv):
    """A Python with the package: the one named, the build's own, or any on the
    PATH."""
    candidates = [os.environ.get(variable),
                  f"{config.grad_build_dir}/{venv}/bin/python",
                  config.python, "python3"]
    for python in filter(None, candidates):
        probe = f"from importlib.util import find_spec as f; exit(not f('{package}'))"
        try:
            if subprocess.run([python, "-c", probe], timeout=60,
                              stderr=subprocess.DEVNULL).returncode == 0:
                return python
        except (OSError, subprocess.TimeoutExpired):
            continue
    return None


def add_python_feature(feature, package, what, setup):
    """Tests that need the package say `REQUIRES: jax` and run `%jax_python`."""
    variable = f"GRADOPT_{feature.upper()}_PYTHON"
    required = f"GRADOPT_REQUIRE_{feature.upper()}"
    python = find_python(package, variable, f"{feature}-venv")
    if python:
        config.available_features.add(feature)
        config.substitutions.append((f"%{feature}_python", python))
    elif os.environ.get(required, "0") != "0":
        lit_config.fatal(f"{required} is set, and no Python has {package}; make "
                         f"one by {setup} and name it in {variable}")
    else:
        lit_config.note(f"no Python with {package}: {what} are skipped; {setup} "
                        f"makes one, and {variable} names it")


add_python_feature("jax", "jax", "tests that have XLA run modules",
                   "test/Export/setup_venv.sh")
add_python_feature("torch", "torch_mlir", "tests that export from PyTorch again",
                   "test/Export/setup_venv.sh with test/Export/torch/requirements.txt")


# Doubles of CUDA, NCCL and cuBLAS: `%doubles grad-test-run --backend=nccl ...`.
doubles = f"{config.grad_build_dir}/test/doubles/libgradrt_doubles.so"
config.substitutions.append(("%doubles_lib", doubles))
config.substitutions.append(("%grad_tools", config.grad_tools_dir))
config.substitutions.append(
    ("%doubles", "env " + " ".join(f"GRADRT_{name}_LIBRARY={doubles}" for name in
                                   ("CUDA", "NCCL", "CUBLAS"))))

# The assembler of the CUDA Toolkit, for tests that say `REQUIRES: ptxas`.
ptxas = next((path for path in
              [os.path.join(os.environ.get(variable, ""), "bin/ptxas")
               for variable in ("CUDA_HOME", "CUDA_PATH")]
              + ["/usr/local/cuda/bin/ptxas"] if os.access(path, os.X_OK)), None)
if ptxas:
    config.available_features.add("ptxas")
    config.substitutions.append(("%ptxas", ptxas))
else:
    lit_config.note("no ptxas: tests that compile kernels for chips are skipped; "
                    "install the CUDA Toolkit, and name its folder in CUDA_HOME")

# GPUs, for tests that say `REQUIRES: gpu` and run `%on_device COMMAND {chip}`.
on_device = [config.python, f"{config.test_source_root}/gpu/on_device.py"]
config.substitutions.append(("%on_device", " ".join(on_device)))
probe = subprocess.run([*on_device, "true"], capture_output=True, text=True,
                       timeout=60)
if probe.returncode == 0:
    config.available_features.add("gpu")
else:
    lit_config.note("tests that run on a GPU are "
                    + (probe.stdout or f"skipped: {probe.stderr}").strip())
