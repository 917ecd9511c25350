# Only fw_ names of the library are visible from outside: in a shared library by a version script; in a static one its
# objects are joined into one, and every other name becomes local to it. So a program may have functions with the names of
# the library's inner ones, whether it uses an installed copy or builds the library as a part of itself.
include(CheckLinkerFlag)

if(UNIX AND NOT APPLE)
    set(FAIRWAY_ELF ON)
else()
    set(FAIRWAY_ELF OFF)
endif()

if(BUILD_SHARED_LIBS AND FAIRWAY_ELF)
    set(exports ${CMAKE_CURRENT_LIST_DIR}/exports.map)
    target_link_options(fairway PRIVATE -Wl,--version-script=${exports})
    set_target_properties(fairway PROPERTIES LINK_DEPENDS ${exports})
endif()

# With link-time optimisation sealing optimises the archive as a whole, so that any linker may take it.
check_linker_flag(C -flinker-output=nolto-rel FAIRWAY_CAN_OPTIMISE_ARCHIVE)
if(FAIRWAY_CAN_OPTIMISE_ARCHIVE)
    set(FAIRWAY_JOIN_FLAGS -flto=auto -flinker-output=nolto-rel)
endif()
if(CMAKE_INTERPROCEDURAL_OPTIMIZATION OR CMAKE_C_FLAGS MATCHES "-flto")
    set(FAIRWAY_OPTIMISED_AT_LINK ON)
else()
    set(FAIRWAY_OPTIMISED_AT_LINK OFF)
endif()
if(NOT BUILD_SHARED_LIBS AND FAIRWAY_ELF AND CMAKE_OBJCOPY AND NOT CMAKE_CROSSCOMPILING AND
        (FAIRWAY_CAN_OPTIMISE_ARCHIVE OR NOT FAIRWAY_OPTIMISED_AT_LINK))
    separate_arguments(FAIRWAY_C_FLAGS UNIX_COMMAND "${CMAKE_C_FLAGS}")
    configure_file(cmake/seal_archive.cmake.in seal_archive.cmake @ONLY)
    add_custom_command(TARGET fairway POST_BUILD
        COMMAND ${CMAKE_COMMAND} -DARCHIVE=$<TARGET_FILE:fairway> -P ${CMAKE_CURRENT_BINARY_DIR}/seal_archive.cmake
        VERBATIM)
endif()
