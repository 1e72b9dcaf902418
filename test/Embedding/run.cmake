# Builds and runs the consumer, twice: from an install tree, and with the
# project as a subdirectory. Variables: SOURCE, BUILD (of the project), WORK.

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result
                  OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "failed: ${ARGN}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(check_consumer name)
  set(build "${WORK}/${name}")
  message(STATUS "${name}: configure, build and run the consumer")
  run("${CMAKE_COMMAND}" -G Ninja -S "${SOURCE}/test/Embedding/consumer"
      -B "${build}" -DCMAKE_BUILD_TYPE=Release
      -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}
      -DCMAKE_C_COMPILER_LAUNCHER=${LAUNCHER} ${ARGN})
  run("${CMAKE_COMMAND}" --build "${build}" --target consumer)
  run("${build}/consumer")
  if(NOT output MATCHES "grad.all_reduce<sum> %arg0, %arg1 : ")
    message(FATAL_ERROR "${name}: expected a fused all-reduce, got\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE "${WORK}")
run("${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${WORK}/install")
check_consumer(find-package "-DCMAKE_PREFIX_PATH=${WORK}/install")
check_consumer(add-subdirectory "-DGRADOPT_SOURCE=${SOURCE}")
