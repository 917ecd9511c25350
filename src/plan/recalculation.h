#pragma once

/// What FW_TURNS_RECALCULATE has forbidden so far: see turn_rounds.h.

#include "fairway/overlay.h"
#include "fairway/planner.h"
#include "grid/field.h"

typedef struct recalculation {
    fw_overlay *forbidden; ///< moves that led to illegal turns; null before the first one
    grid_field *guide; ///< distances to the goal for searches after the first one; null before the second one
    bool is_used;      ///< the state must be cleared before the next request
    bool is_growing;   ///< the guide grows before the next search
    bool has_guide;    ///< the guide has grown
    uint32_t rounds;   ///< searches after the first one
    uint32_t lost;     ///< forbidden moves that would be legal from another direction
} recalculation;

/// Clears the forbidden moves and the counts, if there are any.
static inline void recalculation_clear(recalculation *over)
{
    if (!over->is_used)
        return;
    fw_overlay_clear(over->forbidden);
    *over = (recalculation){ .forbidden = over->forbidden, .guide = over->guide };
}

/// The result of a request, from the result of a stage: a search with forbidden moves that runs dry proves nothing.
static inline fw_result recalculation_answer(const recalculation *recalculation, fw_result result)
{
    return result == FW_NOT_FOUND && recalculation->rounds > 0 ? FW_GAVE_UP : result;
}
