# Finds MLIR and defines the few functions that every part of the build uses.

# Debian's package configuration accepts "22.1" and refuses a plain "22"; it
# lives below a versioned prefix that is no default search path.
list(APPEND CMAKE_PREFIX_PATH /usr/lib/llvm-22)
find_package(MLIR 22.1 REQUIRED CONFIG)

list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)
include(HandleLLVMOptions)

# One copy of MLIR per process: the shared library, never the archives.
set(MLIR_LINK_MLIR_DYLIB ON)
set(LLVM_LINK_LLVM_DYLIB ON)

separate_arguments(GRADOPT_LLVM_DEFINITIONS NATIVE_COMMAND
                   "${LLVM_DEFINITIONS}")

# Where the headers are: in the source tree, generated in the build tree, and
# in the install tree.
set(GRADOPT_INCLUDE_DIRS
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>"
    "$<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>"
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")

# TableGen looks where the compiler looks.
include_directories(${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS}
                    "${PROJECT_SOURCE_DIR}/include"
                    "${PROJECT_BINARY_DIR}/include")

# grad_tablegen(OUT GENERATOR... ): like mlir_tablegen, from
# ${LLVM_TARGET_DEFINITIONS}.
macro(grad_tablegen)
  mlir_tablegen(${ARGV})
endmacro()

# grad_add_tablegen_target(NAME): the generated files declared so far in this
# directory, as a target with our prefix.
macro(grad_add_tablegen_target name)
  add_public_tablegen_target(${name})
  set_property(GLOBAL APPEND PROPERTY GRADOPT_TABLEGEN_TARGETS ${name})
endmacro()

# grad_add_library(NAME SOURCES... [LINK_LIBS PUBLIC ...]): a library of the
# project, known to users as GradOpt::NAME.
function(grad_add_library name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  add_library(GradOpt::${name} ALIAS ${name})
  target_include_directories(${name} PUBLIC ${GRADOPT_INCLUDE_DIRS})
  target_include_directories(${name} SYSTEM PUBLIC ${MLIR_INCLUDE_DIRS})
  target_compile_features(${name} PUBLIC cxx_std_17)
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS} MLIR LLVM)
  get_property(generated GLOBAL PROPERTY GRADOPT_TABLEGEN_TARGETS)
  add_dependencies(${name} ${generated})
  install(TARGETS ${name} EXPORT GradOptTargets
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()

# grad_add_tool(NAME SOURCES... LINK_LIBS ...): an installed executable.
function(grad_add_tool name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY
                        "${PROJECT_BINARY_DIR}/bin")
  install(TARGETS ${name} EXPORT GradOptTargets
          RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()
