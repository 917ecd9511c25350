#pragma once

/// The limits of a unit's speed along a path, and the speeds that it reaches at their nodes. At constant acceleration
/// or braking, the square of the speed changes linearly with distance. Source: Bobrow, Dubowsky & Gibson 1985.

#include <stdbool.h>

#include "fairway/shape.h"
#include "map/map.h"

/// A program's limits with all members: `def` itself, or `room`. Null if fw_speed_def_init() did not fill them.
const fw_speed_def *speed_def_whole(const fw_speed_def *def, fw_speed_def *room);

/// Checks a definition: FW_OK, FW_BAD_DEF, FW_NOT_FINITE or FW_BAD_VALUE. Sets `why`, unless it is null, to the field
/// that is wrong.
fw_result speed_def_judge(const fw_speed_def *def, fw_refusal *why);

/// True if some terrain has a top speed.
bool speed_limits_terrains(const fw_speed_def *def);

/// Greatest speed^2 on a circle, whose radius may be infinite; 0 if no speed is slow enough.
double speed_limit_on_circle(const fw_speed_def *def, double radius);

/// A place on a path where the limits change. The first node is the start, the last one the end.
typedef struct speed_node {
    double at;    ///< tiles along the path, growing from node to node
    double along; ///< greatest speed^2 between the previous node and this one; infinite at the start
    double most;  ///< greatest speed^2 at the node; 0 if the unit stops
} speed_node;

/// Lists the limits along a path, in the path's scratch memory.
///
/// @param[out] nodes        [node * count], valid until the next pass over the path
/// @param[out] count        number of nodes, >= 1
/// @param[out] too_fast_at  FW_NOT_FOUND: tiles along the path where even the lowest speed is too fast
/// @return FW_OK, FW_NOT_FOUND, FW_TOO_MANY or FW_NO_MEMORY
fw_result speed_limits_along(const map_version *map, const fw_speed_def *def, fw_path *path,
                             speed_node **nodes, int32_t *count, double *too_fast_at);

/// Lists the limits along segments that belong to no path, in the caller's memory.
///
/// @param map          null: without terrains
/// @param[in,out] count  number of nodes for which there is room; then the number of nodes
/// @return FW_OK, FW_NOT_FOUND or FW_TOO_MANY
fw_result speed_limits_of(const map_version *map, const fw_speed_def *def, const fw_segment *segments,
                          int32_t segment_count, speed_node *nodes, int32_t *count);

/// Lowers `most` of each node to the speed^2 from which the unit can still brake for everything ahead.
///
/// @param end  greatest speed^2 at the last node
void speed_pass_backward(const fw_speed_def *def, speed_node *nodes, int32_t count, double end);

/// Lowers `most` further, to the speed^2 that the unit reaches by accelerating. Call it after speed_pass_backward();
/// then `most` is the unit's speed^2 at each node.
///
/// @param start  speed^2 at the first node
void speed_pass_forward(const fw_speed_def *def, speed_node *nodes, int32_t count, double start);

/// The speed^2 at which a unit that accelerates as long as possible must begin to brake, if nothing else limits the
/// speed.
///
/// @param from, to  speed^2 at both ends
/// @param length    tiles between the ends
static inline double speed_free_peak(const fw_speed_def *def, double from, double to, double length)
{
    const double up = def->acceleration, down = def->braking;
    return (down * from + up * to + 2 * up * down * length) / (up + down);
}
