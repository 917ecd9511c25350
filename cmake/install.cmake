# What `cmake --install` leaves: headers, the library, a CMake package and a pkg-config file. Only fw_ names are visible
# from outside, in a shared library by a version script, in a static one by sealing the installed archive.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
include(CheckLinkerFlag)

if(UNIX AND NOT APPLE)
    set(FAIRWAY_ELF ON)
else()
    set(FAIRWAY_ELF OFF)
endif()

set_target_properties(fairway PROPERTIES VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}) # before 1.0 every minor version may break
if(BUILD_SHARED_LIBS AND FAIRWAY_ELF)
    set(exports ${CMAKE_CURRENT_LIST_DIR}/exports.map)
    target_link_options(fairway PRIVATE -Wl,--version-script=${exports})
    set_target_properties(fairway PROPERTIES LINK_DEPENDS ${exports})
endif()

install(TARGETS fairway EXPORT fairway-targets)
install(DIRECTORY include/fairway DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
# With link-time optimisation sealing optimises the archive as a whole, so that any linker may take it.
check_linker_flag(C -flinker-output=nolto-rel FAIRWAY_CAN_OPTIMISE_ARCHIVE)
if(FAIRWAY_CAN_OPTIMISE_ARCHIVE)
    set(FAIRWAY_JOIN_FLAGS "-flto=auto -flinker-output=nolto-rel")
endif()
if(NOT BUILD_SHARED_LIBS AND FAIRWAY_ELF AND CMAKE_OBJCOPY AND NOT CMAKE_CROSSCOMPILING AND
        (FAIRWAY_CAN_OPTIMISE_ARCHIVE OR NOT CMAKE_INTERPROCEDURAL_OPTIMIZATION))
    set(FAIRWAY_ARCHIVE ${CMAKE_INSTALL_LIBDIR}/${CMAKE_STATIC_LIBRARY_PREFIX}fairway${CMAKE_STATIC_LIBRARY_SUFFIX})
    configure_file(cmake/seal_archive.cmake.in seal_archive.cmake @ONLY)
    install(SCRIPT ${CMAKE_CURRENT_BINARY_DIR}/seal_archive.cmake)
endif()

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
