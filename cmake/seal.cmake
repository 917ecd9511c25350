# fairway_seal(TARGET): only fw_ names of a library are visible from outside: in a shared library by a version script; in a
# static one its objects are joined into one, and every other name becomes local to it. So a program may have functions
# with the names of the inner ones, whether it uses an installed copy or builds the library as a part of itself.
include(CheckLinkerFlag)

if(UNIX AND NOT APPLE)
    set(FAIRWAY_ELF ON)
else()
    set(FAIRWAY_ELF OFF)
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
set(FAIRWAY_EXPORTS ${CMAKE_CURRENT_LIST_DIR}/exports.map)
set(FAIRWAY_SEAL ${PROJECT_BINARY_DIR}/seal_archive.cmake)
separate_arguments(FAIRWAY_C_FLAGS UNIX_COMMAND "${CMAKE_C_FLAGS}")
configure_file(${CMAKE_CURRENT_LIST_DIR}/seal_archive.cmake.in ${FAIRWAY_SEAL} @ONLY)

function(fairway_seal target)
    if(BUILD_SHARED_LIBS AND FAIRWAY_ELF)
        target_link_options(${target} PRIVATE -Wl,--version-script=${FAIRWAY_EXPORTS})
        set_target_properties(${target} PROPERTIES LINK_DEPENDS ${FAIRWAY_EXPORTS})
    elseif(FAIRWAY_ELF AND CMAKE_OBJCOPY AND NOT CMAKE_CROSSCOMPILING AND
            (FAIRWAY_CAN_OPTIMISE_ARCHIVE OR NOT FAIRWAY_OPTIMISED_AT_LINK))
        add_custom_command(TARGET ${target} POST_BUILD
            COMMAND ${CMAKE_COMMAND} -DARCHIVE=$<TARGET_FILE:${target}> -P ${FAIRWAY_SEAL} VERBATIM)
    endif()
endfunction()
