#include "traffic/braking.h"

#include <math.h>

#include "base/must_hold.h"
#include "traffic/outline.h"
#include "traffic/reservation.h"

/// Lets a unit brake: along the rail `ahead` if it has parts, else straight on.
///
/// @param held  share of its speed that it has at the end of the ramp
static void brake_in(phases share, double held, int64_t first, const knot *from, const rail *ahead,
                     reservation *made)
{
    *made = (reservation){ .first = first,
                           .share = share,
                           .vx = held * from->vx,
                           .vy = held * from->vy,
                           .rail = rail_standing(ahead->start) };
    made->knots[0] = *from;
    if (share.brake == 0)
        made->knots[0].vx = made->knots[0].vy = 0;
    if (share.brake > 0 && ahead->count > 0) {
        const double speed = knot_speed(from);
        rail braked = *ahead;
        made->knots[0] = (knot){ .vx = speed };
        made->vx = held * speed;
        made->vy = 0;
        reservation_append_phases(made);
        rail_extend(&braked, reservation_stop(made)->x);
        rail_cut(&braked, reservation_stop(made)->x);
        reservation_lay_on_rail(made, &braked);
        return;
    }
    reservation_append_phases(made);
}

bool reservation_brake(const motion_limits *limits, int64_t first, const knot *from, const rail *ahead,
                       reservation *made)
{
    const double speed = knot_speed(from);
    const int32_t intervals = speed > SPEED_NOISE ? reservation_intervals(speed, limits->braking) : 0;
    if (intervals > MOST_KNOTS)
        return false;
    brake_in((phases){ .brake = (uint8_t)intervals }, 0, first, from, ahead, made);
    return true;
}

void reservation_halt(const motion_limits *limits, int64_t first, const knot *from, const rail *ahead,
                      reservation *made)
{
    const double speed = knot_speed(from), change = limits->braking * FW_TRAFFIC_KNOT;
    const int32_t intervals = speed > SPEED_NOISE ? reservation_intervals(speed, limits->braking) : 0;
    const int32_t ramp = intervals > 1 ? intervals - 1 : 0;
    must_hold(intervals <= MOST_KNOTS);
    brake_in((phases){ .ramp = (uint8_t)ramp, .brake = intervals > 0 },
             ramp > 0 ? fmax(1 - ramp * change / speed, 0) : 0, first, from, ahead, made);
}
