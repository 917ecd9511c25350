#pragma once

/// The marks of an inspection, kept in their order.

#include <stdbool.h>

#include "common/unit.h"
#include "fairway/inspect.h"

enum { MOST_MARKS = 40000 };

typedef struct marks {
    fw_mark items[MOST_MARKS];
    int count;
    int most; ///< marks after which no more are wanted
} marks;

/// Forgets all marks.
///
/// @param most  marks after which no more are wanted
static inline marks *marks_begin(marks *kept, int most)
{
    kept->count = 0;
    kept->most = most;
    return kept;
}

/// Keeps a mark in the `marks` that `user` is; a fw_mark_fn.
static inline bool marks_keep(const fw_mark *mark, void *user)
{
    marks *into = user;
    assert_true(into->count < MOST_MARKS && into->count < into->most);
    into->items[into->count++] = *mark;
    return into->count < into->most;
}
