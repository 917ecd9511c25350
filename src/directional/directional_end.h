#pragma once

/// Where a path of a search over poses ends.
typedef enum directional_end {
    DIRECTIONAL_END_GOAL,
    DIRECTIONAL_END_BEST,   ///< the most promising pose so far, or the pose beyond the limit on distance
    DIRECTIONAL_END_NEAREST ///< the cheapest of the expanded poses that are nearest to the query's aims
} directional_end;
