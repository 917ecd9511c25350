#ifndef TESTS_COMMON_NEW_PATH_H
#define TESTS_COMMON_NEW_PATH_H

/// @file
/// A path to write into.

#include "common/unit.h"
#include "fairway/path.h"

static inline fw_path *new_path(void)
{
    fw_path *path;
    assert_int_equal(fw_path_create(NULL, &path), FW_OK);
    return path;
}

#endif
