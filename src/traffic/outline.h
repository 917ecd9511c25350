#pragma once

/// Outlines: the few numbers from which a reservation follows.

#include "traffic/knots.h"

/// The few numbers from which all later knots of a reservation follow from one of them, if the unit has no turning
/// radius. Of a unit with a turning radius, an outline only tells when and where the reservation ends.
typedef struct outline {
    int64_t first;
    double from_vx, from_vy; ///< velocity at the first knot, tiles per second
    double vx, vy;           ///< held velocity
    double stop_x, stop_y;
    phases share;
} outline;

/// Appends the knots of all phases to the first knot of a reservation without knots behind it.
void reservation_append_phases(reservation *plan);

/// The outline of a reservation.
outline reservation_outline(const reservation *plan);

/// Computes the reservation of an outline, of a unit without a turning radius that is at (x, y) at the first knot.
void reservation_begin(const outline *kept, double x, double y, reservation *plan);

/// Computes the reservation of an outline, of a unit without a turning radius, from knot `index` on: bit for bit the
/// one that it was made from. Of the knots before, only the velocity at the first one is set.
///
/// @param at  the state at knot `index`, which must not come before the first one
void reservation_unfold(const outline *kept, int64_t index, const knot *at, reservation *plan);

/// The state of a unit without a turning radius at knot `index + 1`, bit for bit that of its reservation.
///
/// @param at  its state at knot `index`, which must not come before the first one
knot outline_step(const outline *plan, int64_t index, const knot *at);

/// The knot from which on the unit stands.
static inline int64_t outline_end(const outline *plan)
{
    return plan->first + plan->share.ramp + plan->share.hold + plan->share.brake;
}
