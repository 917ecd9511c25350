#ifndef SHAPE_SPEED_SPEED_PASS_H
#define SHAPE_SPEED_SPEED_PASS_H

/// @file
/// The speeds that a unit reaches at the nodes of a path. At constant acceleration or braking, the square of the speed
/// changes linearly with distance. Source: Bobrow, Dubowsky & Gibson 1985.

#include "shape/speed/speed_limits.h"

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

#endif
