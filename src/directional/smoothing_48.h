#ifndef DIRECTIONAL_SMOOTHING_48_H
#define DIRECTIONAL_SMOOTHING_48_H

/// @file
/// Directional search along a path on the grid (Pinter 2001, "A Better Smoothing Pass"): over the poses on the tiles of
/// the path, and within a margin of it where the turning radius is too large to turn on them. What guides it is the way
/// that is left along the path, not the goal; and it gives up where it falls back.
///
/// A search backward goes from the goal to the start and finds the same kind of way, driven forward.

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"
#include "directional/corridor.h"
#include "directional/ends/connections.h"
#include "directional/motions/ground.h"
#include "search/limits.h"
#include "search/page_pool.h"

typedef struct smoothing_48 smoothing_48;

/// A pose where a search may begin or end, with the cost of getting there from an exact one.
typedef struct path_end_pose {
    lattice_pose at;
    uint64_t cost; ///< in 1 / MOTION_SCALE tile
} path_end_pose;

typedef struct smoothing_query {
    const motion_ground *ground; ///< whose lean motions are driven, forward
    const corridor_tile *points; ///< [point * count] tiles of the path, from start to goal
    int32_t count;
    int32_t margin;     ///< tiles beside the path that count as its own
    int32_t turning;    ///< tiles around both ends that do, to turn round on
    int32_t falls_back; ///< points: one that lies so far behind the farthest ends the search
    bool is_backward;
    const path_end_pose *starts; ///< [pose * start_count]
    int32_t start_count;
    const path_end_pose *goals; ///< [pose * goal_count] none: to find out how far it gets
    int32_t goal_count;
} smoothing_query;

/// A motion on the way.
typedef struct smoothing_hop {
    lattice_pose from, to; ///< as it is driven
    int32_t point;         ///< of the path, that `to` lies beside
    uint16_t motion;       ///< of the fan of `from`; backward, of the fan of `to` turned around
} smoothing_hop;

/// What was found, in the order in which it is driven.
typedef struct smoothing_route {
    int32_t first, last;       ///< indices among starts and goals; -1: where it does not lead so far
    const smoothing_hop *hops; ///< [hop * count], valid until the next query
    int32_t count;
    lattice_pose from; ///< where it begins
    int32_t point;     ///< of the path, that `from` lies beside
} smoothing_route;

fw_result smoothing_48_create(memory *memory, page_pool *pool, smoothing_48 **created);
void smoothing_48_destroy(smoothing_48 *search);
size_t smoothing_48_bytes(const smoothing_48 *search);

/// Prepares a query, whose arrays must stay.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result smoothing_48_reset(smoothing_48 *search, const smoothing_query *query, const search_limits *limits);

/// Goes on with it: FW_PENDING, FW_OK, FW_LIMIT, FW_NO_MEMORY, or FW_NOT_FOUND: it ran dry or fell back.
fw_result smoothing_48_run(smoothing_48 *search, uint64_t work);

/// Where a way ends.
typedef enum smoothing_end {
    SMOOTHING_END_GOAL,
    SMOOTHING_END_FARTHEST, ///< the pose at the farthest point that the search has been to
    SMOOTHING_END_BEST      ///< as far as a unit may go for now: beyond the first poses, if anything leads on
} smoothing_end;

/// The way to an end.
///
/// @return FW_OK, FW_NOT_FOUND (not even a first pose) or FW_NO_MEMORY
fw_result smoothing_48_route(smoothing_48 *search, smoothing_end end, smoothing_route *route);

/// The segment of a hop, as it is driven.
fw_segment smoothing_48_segment(const motion_table *table, const smoothing_hop *hop, bool is_backward,
                                int32_t index);

/// How many segments a hop has.
int32_t smoothing_48_segment_count(const motion_table *table, const smoothing_hop *hop, bool is_backward);

void smoothing_48_statistics(const smoothing_48 *search, fw_statistics *statistics);
double smoothing_48_progress(const smoothing_48 *search);

#endif
