#ifndef SHAPE_SPEED_SPEED_PASS_H
#define SHAPE_SPEED_SPEED_PASS_H

/// @file
/// How fast a unit may be at the places of a way, and how fast it gets there: what an engine and brakes can do is
/// linear in the square of the speed (Bobrow, Dubowsky & Gibson 1985, for a path that is given).

#include "shape/speed/speed_limits.h"

/// Lowers `most` of each node to the speed^2 from which the unit can still brake for everything ahead.
///
/// @param end  most speed^2 at the last one
void speed_pass_backward(const fw_speed_def *def, speed_node *nodes, int32_t count, double end);

/// Lowers it further to what the unit reaches: then `most` is the speed^2 at each node.
///
/// @param start  speed^2 at the first one
void speed_pass_forward(const fw_speed_def *def, speed_node *nodes, int32_t count, double start);

/// The speed^2 at which a unit that speeds up as long as it can must begin to brake, if nothing else limits it.
static inline double speed_free_peak(const fw_speed_def *def, double from, double to, double length)
{
    const double up = def->acceleration, down = def->braking;
    return (down * from + up * to + 2 * up * down * length) / (up + down);
}

#endif
