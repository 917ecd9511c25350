#pragma once

/// What terrains mean to the motion of units: ground that costs more is not crossed where a search has led the way
/// round it, and terrains have top speeds.

#include "traffic/inside.h"

/// True if no line between two places can cost a unit less than the straight one.
bool terrain_is_cheap(const fw_traffic *traffic, const agent *unit, double x, double y, double to_x,
                      double to_y);

/// True if a unit may go straight from a place to the corner behind one of its way: it sees the corner, and the ground
/// costs no more.
bool terrain_may_skip(const fw_traffic *traffic, const agent *unit, double x, double y, int32_t index);

/// How far walls, and ground that costs more than that of the way, let a body move from a place of a way to its side,
/// in tiles; at most `most`.
///
/// @param side  1: to the right, -1: to the left
double terrain_room_beside(const fw_traffic *traffic, const agent *unit, const lane_place *at, int side,
                           double most);

/// True if a tile of the line between two places of a lane costs no more than one between the places of the way.
bool terrain_is_alike(const fw_traffic *traffic, const agent *unit, const lane_place *a, const lane_place *b);

/// How far ground along a line costs no more than where the line begins, in tiles; at most `most`.
double terrain_even_length(const fw_traffic *traffic, const agent *unit, double x, double y, double dx,
                           double dy, double most);

/// The ground on the part of a unit's way that a plan may reach.
typedef struct ground_ahead {
    double dearest; ///< cost of the most expensive ground, per tile
    double slowest; ///< the least top speed, in tiles per second
    double top;     ///< the top speed where the part begins
} ground_ahead;

/// Looks at the ground on a unit's way from a knot on.
ground_ahead terrain_look_ahead(const fw_traffic *traffic, const agent *unit, const knot *from);

/// What a motion costs besides the way because it leads over ground that costs more than the way does, in tiles; from
/// knot `first` on.
double terrain_toll(const fw_traffic *traffic, const agent_kind *kind, const ground_ahead *ahead,
                    const reservation *made, int64_t first);

/// True if a motion makes no move that an overlay forbids, from knot `first` on.
bool terrain_lets_pass(const agent_kind *kind, const reservation *made, int64_t first);

/// True if a motion is nowhere faster than the ground under it allows, from knot `first` on.
///
/// @param[out] least  the least top speed on this ground
bool terrain_allows_speed(const fw_traffic *traffic, const agent_kind *kind, const reservation *made,
                          int64_t first, double *least);
