# What tests and fuzzers share: tests/common/*.c as one library.
find_package(PkgConfig REQUIRED)
pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)
find_package(Threads REQUIRED)

if(NOT TARGET test_common)
    file(GLOB TEST_COMMON CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.c)
    add_library(test_common STATIC ${TEST_COMMON})
    target_include_directories(test_common PUBLIC ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(test_common PUBLIC fairway_inside fairway_io fairway_flags PkgConfig::CMOCKA Threads::Threads m)
endif()
