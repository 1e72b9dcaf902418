"""How lit runs the tests: one tool on PATH per substitution, all of LLVM's."""

import os

import lit.formats
from lit.llvm import llvm_config

config.name = "grad-opt"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt", "README.md"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.grad_build_dir + "/test"

llvm_config.use_default_substitutions()
config.substitutions.append(("%python", config.python))
config.substitutions.append(("%test_dir", config.test_source_root))
config.substitutions.append(("%cc", config.cc))
config.substitutions.append(("%gradrt_include", config.gradrt_include))
config.substitutions.append(("%gradrt_lib", config.gradrt_lib))
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.with_environment("PATH", config.grad_tools_dir, append_path=True)
