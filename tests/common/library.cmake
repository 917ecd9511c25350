# What tests and fuzzers share: tests/common/*.c as one library. Functions that cmocka or the library calls have parameters
# that most of them need not: `-Wno-unused-parameter`, behind the flags that ask for all warnings.
find_package(Threads) # WebAssembly has none: see tests/portable/wasm

if(NOT TARGET test_common)
    file(GLOB TEST_COMMON CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.c)
    if(NOT FAIRWAY_TOOLS)
        list(FILTER TEST_COMMON EXCLUDE REGEX "/(breakage|canvas|command|files|fuzz_files|limited_memory|skips|trial_run)\\.c$")
    endif()
    add_library(test_common STATIC ${TEST_COMMON})
    target_include_directories(test_common PUBLIC ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/src)
    add_library(test_flags INTERFACE)
    target_compile_options(test_flags INTERFACE -Wno-unused-parameter)
    target_link_libraries(test_common PUBLIC fairway_inside fairway_flags test_flags m $<TARGET_NAME_IF_EXISTS:Threads::Threads>)
    if(FAIRWAY_TOOLS)
        find_package(PkgConfig REQUIRED)
        pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)
        target_link_libraries(test_common PUBLIC fairway_io_inside fairway_maps PkgConfig::CMOCKA)
        set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/command.c
            PROPERTIES COMPILE_DEFINITIONS FAIRWAY_COMMAND="$<TARGET_FILE:fairway_tool>")
    else() # on platforms where other libraries are not at hand
        file(GLOB GENERATORS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/maps/*.c)
        target_sources(test_common PRIVATE ${PROJECT_SOURCE_DIR}/tests/portable/map_file.c ${GENERATORS})
        foreach(name IN ITEMS fault map_load movingai queries terrain text tiles)
            target_sources(test_common PRIVATE ${PROJECT_SOURCE_DIR}/io/${name}.c)
        endforeach()
        target_include_directories(test_common PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/tests/portable
            $<$<BOOL:${FAIRWAY_WASM}>:${PROJECT_SOURCE_DIR}/tests/portable/wasm>)
    endif()
endif()
