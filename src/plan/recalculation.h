#ifndef PLAN_RECALCULATION_H
#define PLAN_RECALCULATION_H

/// @file
/// Searches again for FW_TURNS_RECALCULATE if turns are illegal.

#include "base/memory.h"
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

/// Clears the forbidden moves and the counts.
void recalculation_forget(recalculation *over);

/// Clears the state, if there is any.
static inline void recalculation_clear(recalculation *recalculation)
{
    if (recalculation->is_used)
        recalculation_forget(recalculation);
}

/// Adds the rounds to statistics.
void recalculation_add(const recalculation *recalculation, fw_statistics *statistics);

/// Forbids the moves that led to the illegal turns of the draft, and begins the next search, or the guide for it.
///
/// @param work  most work for the guide
/// @return FW_PENDING, FW_LIMIT, FW_GAVE_UP (there is nothing to forbid, or the rounds are used up) or FW_NO_MEMORY
fw_result recalculation_begin_round(fw_search *search, uint64_t work);

/// Grows the guide, and begins the search once the guide has grown.
///
/// @return FW_PENDING, FW_LIMIT or FW_NO_MEMORY
fw_result recalculation_grow(fw_search *search, uint64_t work);

/// The result of a request, from the result of a stage: a search with forbidden moves that runs dry proves nothing.
fw_result recalculation_answer(const fw_search *search, fw_result result);

/// Frees the memory.
void recalculation_free(recalculation *over, memory *memory);

#endif
