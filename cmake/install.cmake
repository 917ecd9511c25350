# fairway_install(TARGET NAME): what `cmake --install` leaves of a library: headers, the library, a CMake package and a
# pkg-config file. REQUIRES are the packages of pkg-config whose headers its own headers include; INSIDE those that only
# its code needs, which a static library leaves to whoever links it.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
file(RELATIVE_PATH FAIRWAY_PREFIX_FROM_PKGCONFIG ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})

function(fairway_install target name)
    cmake_parse_arguments(PARSE_ARGV 2 package "" "DESCRIPTION" "REQUIRES;INSIDE")
    list(JOIN package_REQUIRES " " requires)
    list(JOIN package_INSIDE " " inside)
    set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} VERSION ${PROJECT_VERSION}
        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}) # before 1.0 every minor version may break
    install(TARGETS ${target} EXPORT ${name}-targets)
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/${name} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN *.h PATTERN *.hpp)

    set(folder ${CMAKE_INSTALL_LIBDIR}/cmake/${name})
    set(built ${CMAKE_CURRENT_BINARY_DIR}/${name})
    install(EXPORT ${name}-targets NAMESPACE fairway:: DESTINATION ${folder})
    configure_file(${PROJECT_SOURCE_DIR}/cmake/config.cmake.in ${built}-config.cmake @ONLY)
    write_basic_package_version_file(${built}-config-version.cmake COMPATIBILITY SameMinorVersion)
    install(FILES ${built}-config.cmake ${built}-config-version.cmake DESTINATION ${folder})

    if(BUILD_SHARED_LIBS)
        set(requires_private ${inside})
        set(libs_private -lm)
    else()
        string(APPEND requires " ${inside}")
        set(libs -lm)
    endif()
    configure_file(${PROJECT_SOURCE_DIR}/cmake/package.pc.in ${built}.pc @ONLY)
    install(FILES ${built}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
