#pragma once

/// What the library takes to be true of itself. If it is not, a build without NDEBUG ends with a text that asks for a
/// recording.

#include <assert.h>

#define must_hold(condition)                                                                                 \
    assert((condition) && "this is a bug of Fairway: please report it with a recording, see "                \
                          "docs/guide/report_a_bug.md")
