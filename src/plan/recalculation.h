#ifndef PLAN_RECALCULATION_H
#define PLAN_RECALCULATION_H

/// @file
/// Searching again: what FW_TURNS_RECALCULATE does where turns are illegal, and what searches have done that others
/// follow.

#include "base/memory.h"
#include "fairway/overlay.h"
#include "fairway/planner.h"
#include "grid/field.h"

typedef struct recalculation {
    fw_overlay *forbidden; ///< moves that led to illegal turns; null before there were any
    grid_field
        *guide;   ///< distances to the goal, for the searches after the first one; null before there were any
    bool is_used; ///< there is something to forget
    bool is_growing;       ///< the guide is grown before the next search
    bool has_guide;        ///< it has been
    uint32_t rounds;       ///< searches after the first one
    uint32_t lost;         ///< moves forbidden although legal from another side
    fw_statistics earlier; ///< sums over the searches before the present one, and the guide
} recalculation;

/// Forgets what was forbidden and done.
void recalculation_forget(recalculation *recalculation);

/// Begins without anything forbidden.
static inline void recalculation_clear(recalculation *recalculation)
{
    if (recalculation->is_used)
        recalculation_forget(recalculation);
}

/// Notes what a search has done that another one follows.
void recalculation_spend(recalculation *recalculation, const fw_statistics *spent);

/// Adds what the searches of earlier rounds have done.
void recalculation_add(const recalculation *recalculation, fw_statistics *statistics);

/// Forbids the moves that led to the illegal turns of the draft, and begins the next search, or the guide for it.
///
/// @param work  to spend on the guide at most
/// @return FW_PENDING, FW_LIMIT, FW_GAVE_UP (there is nothing to forbid, or it was tried often enough) or FW_NO_MEMORY
fw_result recalculation_begin_round(fw_search *search, uint64_t work);

/// Goes on with the guide, and where it has grown begins the search.
///
/// @return FW_PENDING, FW_LIMIT or FW_NO_MEMORY
fw_result recalculation_grow(fw_search *search, uint64_t work);

/// What the result of a stage means for the request: a search that was forbidden moves proves nothing if it runs dry.
fw_result recalculation_answer(const fw_search *search, fw_result result);

/// Gives back the memory.
void recalculation_free(recalculation *recalculation, memory *memory);

#endif
