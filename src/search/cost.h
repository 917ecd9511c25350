#pragma once

/// The type of costs inside a search. A source file may define SEARCH_COST as uint32_t before it includes a header of
/// this room, if it shares no struct of this room with other files, and no sum of costs overflows or the overflow is
/// handled. All functions of these headers are static, so a program can hold instances of both widths. Headers that
/// several sources share assert COST_IS_WIDE.

#include <stdint.h>

#ifndef SEARCH_COST
#define SEARCH_COST uint64_t
#endif

typedef SEARCH_COST cost;

/// For assertions in headers whose structs hold costs: all sources that include such a header must see the same layout.
#define COST_IS_WIDE (sizeof(cost) == sizeof(uint64_t))

/// Larger than the cost of any path. The sum of two costs below it does not wrap.
#define COST_LIMIT ((cost)1 << (8 * sizeof(cost) - 2))
