#pragma once

/// How the fields of a guide grow while the search goes on: only as far as the nodes that are expanded need them.

#include "directional/guides/directional_estimate.h"
#include "directional/guides/guide_choice.h"
#include "grid/field_grow.h"

/// The field of motions is grown until its bound exceeds h by this much, so that each growth is worth its pause.
enum { MORE_KNOWN = MOTION_SCALE };

/// Grows the field on the grid until a tile's distance is known, for guides that need the distance. FW_OK, FW_PENDING
/// (the field must grow), FW_NO_MEMORY, or FW_NOT_FOUND: no way leads from the tile to a goal.
static inline fw_result reach(directional_space *space, int32_t x, int32_t y, successors *successors)
{
    grid_field *field = &space->guide.field;
    if (space->guide.kind->field != GUIDE_HAS_DISTANCES)
        return FW_OK;
    if (grid_field_at(field, x, y) == FIELD_UNKNOWN) {
        uint64_t work = FIELD_SLICE;
        const fw_result reached = grid_field_reach(field, x, y, &work);
        successors->work += FIELD_SLICE - work;
        if (reached != FW_OK)
            return reached;
    }
    return grid_field_at(field, x, y) == FIELD_UNKNOWN ? FW_NOT_FOUND : FW_OK;
}

/// The bound up to which the field of motions must grow to exceed an h.
static inline uint32_t more_than(cost h)
{
    return h < MOTION_FIELD_NONE - MORE_KNOWN ? (uint32_t)h + MORE_KNOWN : MOTION_FIELD_NONE;
}

/// A lower bound of the cost of all paths that begin with a connection of the start.
static inline uint64_t least_by_start(const directional_space *space, const connection *start, bool *is_exact)
{
    const uint32_t least = motion_field_at(space->guide.motions, start->pose, is_exact);
    return least == MOTION_FIELD_NONE ? UINT64_MAX : (uint64_t)start->cost + least;
}

/// The connection of the start with the least bound of least_by_start().
///
/// @param[out] next  least bound of the other connections; UINT64_MAX: there are none
static inline const connection *best_start(const directional_space *space, uint64_t *next, bool *is_exact)
{
    const connection *best = &space->ends.starts->items[0];
    uint64_t least = least_by_start(space, best, is_exact);
    *next = UINT64_MAX;
    for (int32_t i = 1; i < space->ends.starts->count; i++) {
        bool exact;
        const uint64_t by_other = least_by_start(space, &space->ends.starts->items[i], &exact);
        *next = by_other < least ? least : by_other < *next ? by_other : *next;
        if (by_other >= least)
            continue;
        best = &space->ends.starts->items[i];
        least = by_other;
        *is_exact = exact;
    }
    return best;
}

/// Grows the field of motions until the cost from the start is final. The start's connections lead to poses that may
/// lie in separate parts of the map, so the field grows toward the connection with the least bound, until that bound is
/// final.
static inline fw_result grow_to_start(directional_space *space, const connection **reached, uint64_t *work)
{
    for (;;) {
        uint64_t next;
        bool is_exact;
        const connection *best = *reached = best_start(space, &next, &is_exact);
        if (is_exact)
            return FW_OK;
        const uint64_t enough = next - best->cost; // beyond this bound another connection is the best
        const uint32_t least = enough < MOTION_FIELD_NONE ? (uint32_t)enough + 1 : MOTION_FIELD_NONE;
        const fw_result grown = motion_field_grow(space->guide.motions, best->pose, least, work);
        if (grown != FW_OK)
            return grown;
    }
}

/// Grows the field of motions as far as the start. If the field's bound then exceeds the norm's bound, obstacles are in
/// the way, and the norm is no longer used.
static inline fw_result reach_start(directional_space *space, successors *successors)
{
    if (!space->guide.is_ready && directional_guide_begin(space, 0) != FW_OK)
        return FW_NO_MEMORY;
    const connection *start;
    uint64_t work = MOTION_FIELD_SLICE;
    const fw_result grown = grow_to_start(space, &start, &work);
    successors->work += MOTION_FIELD_SLICE - work;
    if (grown != FW_OK)
        return grown;
    bool is_exact;
    space->guide.knows_motions = true;
    if (motion_field_at(space->guide.motions, start->pose, &is_exact) >
        norm_aim_from(&space->guide.norm, start->pose) + (uint64_t)MORE_KNOWN)
        space->guide.norm.count = 0;
    return FW_OK;
}

/// True if the search may soon end without a field of motions. A search with speeds has many nodes even on a small map.
static inline bool may_end_unguided(const directional_space *space)
{
    const layer *map = space->task.ground.open;
    const bool is_small = !space->task.query.speeds && (int64_t)map->width * map->height <= SMALL_MAP;
    return space->search.count.expanded < (is_small ? GUIDE_LATE : GUIDE_AFTER);
}

/// Makes the field of motions the guide, unless the search may soon end without it. Until then the norm guides; nodes
/// that were queued with the norm's h are queued again.
static inline fw_result begin_to_guide(directional_space *space, successors *successors)
{
    return space->guide.knows_motions || may_end_unguided(space) ? FW_OK : reach_start(space, successors);
}

/// Grows the field of motions for the h of a node before its expansion; postpones the node if its h rises.
static inline fw_result reach_motions(directional_space *space, lattice_pose pose, successors *successors)
{
    bool is_exact;
    cost least = least_of_motions(space, pose, &is_exact);
    if (!is_exact && least <= successors->from_h) {
        uint64_t work = MOTION_FIELD_SLICE;
        const fw_result grown =
            motion_field_grow(space->guide.motions, pose, more_than(successors->from_h), &work);
        successors->work += MOTION_FIELD_SLICE - work;
        if (grown != FW_OK)
            return grown;
        least = least_of_motions(space, pose, &is_exact);
    }
    if (least == COST_LIMIT)
        return FW_NOT_FOUND;
    if (least > successors->from_h)
        successors_postpone(successors, least);
    return FW_OK;
}
