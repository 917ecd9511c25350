#pragma once

/// What a query does where memory ends.

#include "fairway/planner.h"

/// Asserts that a query allocates nothing once its planner is warm; that it says so if memory that it needs is
/// missing, loses nothing, and answers the same when there is more.
///
/// @param tries  numbers of allocations after which memory ends, at most, spread evenly
void assert_scarce_memory_is_survived(const fw_map *map, const fw_request *ask, fw_path *path,
                                      uint64_t tries);
