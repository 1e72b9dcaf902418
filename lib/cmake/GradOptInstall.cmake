# What `cmake --install` gives besides the targets: headers and the package.

include(CMakePackageConfigHelpers)

install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/" "${PROJECT_BINARY_DIR}/include/"
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
        PATTERN "CMakeFiles" EXCLUDE)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/GradOpt)
install(EXPORT GradOptTargets NAMESPACE GradOpt:: DESTINATION ${package_dir})
configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/lib/cmake/GradOptConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/GradOptConfig.cmake"
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/GradOptConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/GradOptConfig.cmake"
              "${PROJECT_BINARY_DIR}/GradOptConfigVersion.cmake"
        DESTINATION ${package_dir})
