#ifndef SEARCH_COST_H
#define SEARCH_COST_H

/// @file
/// The type of costs inside a search. A source file that instantiates the loop may define SEARCH_COST as
/// uint32_t before it includes a header of this room, where the map's size proves that no sum overflows;
/// everything in these headers is static, so that instances of both widths live side by side.

#include <stdint.h>

#ifndef SEARCH_COST
#define SEARCH_COST uint64_t
#endif

typedef SEARCH_COST cost;

/// Larger than any cost of a path: sums stay below it, so they cannot wrap.
#define COST_LIMIT ((cost)1 << (8 * sizeof(cost) - 2))

#endif
