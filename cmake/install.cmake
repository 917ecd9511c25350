# What `cmake --install` leaves: headers, the library, a CMake package and a pkg-config file.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set_target_properties(fairway PROPERTIES VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}) # before 1.0 every minor version may break

install(TARGETS fairway EXPORT fairway-targets)
install(DIRECTORY include/fairway DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(FAIRWAY_PACKAGE ${CMAKE_INSTALL_LIBDIR}/cmake/fairway)
install(EXPORT fairway-targets NAMESPACE fairway:: FILE fairway-config.cmake DESTINATION ${FAIRWAY_PACKAGE})
write_basic_package_version_file(fairway-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/fairway-config-version.cmake DESTINATION ${FAIRWAY_PACKAGE})

# A shared library brings libm along by itself, a static one does not.
if(BUILD_SHARED_LIBS)
    set(FAIRWAY_LIBM_PRIVATE -lm)
else()
    set(FAIRWAY_LIBM -lm)
endif()
file(RELATIVE_PATH FAIRWAY_PREFIX_FROM_PKGCONFIG
    ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/fairway.pc.in fairway.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/fairway.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
