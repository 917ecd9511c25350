#ifndef SEARCH_COST_H
#define SEARCH_COST_H

/// @file
/// The type of costs inside a search. A source file that keeps a search to itself may define SEARCH_COST as uint32_t
/// before it includes a header of this room, where no sum overflows, or that is dealt with; everything in these headers
/// is static, so that instances of both widths live side by side. Headers that several sources share assert
/// COST_IS_WIDE.

#include <stdint.h>

#ifndef SEARCH_COST
#define SEARCH_COST uint64_t
#endif

typedef SEARCH_COST cost;

/// In headers whose structs hold costs: all sources that include them must see one layout.
#define COST_IS_WIDE (sizeof(cost) == sizeof(uint64_t))

/// Larger than any cost of a path: sums stay below it, so they cannot wrap.
#define COST_LIMIT ((cost)1 << (8 * sizeof(cost) - 2))

#endif
