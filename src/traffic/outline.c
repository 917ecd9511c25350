#include "traffic/outline.h"

#include "base/must_hold.h"

/// Appends knots with constant acceleration until the velocity is (vx, vy).
static void append_ramp(reservation *plan, int32_t intervals, double vx, double vy)
{
    knot *next = &plan->knots[plan->count], at = *next;
    const double from_x = at.vx, from_y = at.vy, change_x = vx - from_x, change_y = vy - from_y;
    const double time = FW_TRAFFIC_KNOT / 2;
    for (int32_t i = 1; i <= intervals; i++) {
        const double share = (double)i / intervals;
        const double to_x = from_x + change_x * share, to_y = from_y + change_y * share;
        at = (knot){ at.x + (at.vx + to_x) * time, at.y + (at.vy + to_y) * time, to_x, to_y };
        *++next = at;
    }
    plan->count += intervals;
}

void reservation_append_phases(reservation *plan)
{
    append_ramp(plan, plan->share.ramp, plan->vx, plan->vy);
    append_ramp(plan, plan->share.hold, plan->vx, plan->vy);
    append_ramp(plan, plan->share.brake, 0, 0);
}

outline reservation_outline(const reservation *plan)
{
    const knot *stop = reservation_stop(plan);
    return (outline){ .first = plan->first,
                      .from_vx = plan->knots[0].vx,
                      .from_vy = plan->knots[0].vy,
                      .vx = plan->vx,
                      .vy = plan->vy,
                      .stop_x = stop->x,
                      .stop_y = stop->y,
                      .share = plan->share };
}

static void fill_in_all_but_knots(const outline *kept, reservation *plan)
{
    plan->first = kept->first;
    plan->share = kept->share;
    plan->vx = kept->vx;
    plan->vy = kept->vy;
    plan->rail = rail_standing((fw_pose){ kept->stop_x, kept->stop_y, 0 });
    plan->bend = 0;
}

void reservation_begin(const outline *kept, double x, double y, reservation *plan)
{
    fill_in_all_but_knots(kept, plan);
    plan->count = 0;
    plan->knots[0] = (knot){ x, y, kept->from_vx, kept->from_vy };
    reservation_append_phases(plan);
    plan->knots[plan->count] = (knot){ .x = kept->stop_x, .y = kept->stop_y }; // exact, in spite of rounding
}

/// Velocity at the end of a phase, with the rounding of append_ramp().
static double after(double from, double to, int32_t intervals)
{
    return intervals > 0 ? from + (to - from) : from;
}

knot outline_step(const outline *plan, int64_t index, const knot *at)
{
    const phases *share = &plan->share;
    const int64_t next = index + 1 - plan->first;
    if (next >= share->ramp + share->hold + share->brake)
        return (knot){ .x = plan->stop_x, .y = plan->stop_y };
    double from_x = plan->from_vx, from_y = plan->from_vy, goal_x = plan->vx, goal_y = plan->vy;
    double part = (double)next / share->ramp;
    if (next > share->ramp) {
        from_x = after(from_x, goal_x, share->ramp);
        from_y = after(from_y, goal_y, share->ramp);
        part = (double)(next - share->ramp) / share->hold;
    }
    if (next > share->ramp + share->hold) {
        from_x = after(from_x, goal_x, share->hold);
        from_y = after(from_y, goal_y, share->hold);
        goal_x = goal_y = 0;
        part = (double)(next - share->ramp - share->hold) / share->brake;
    }
    const double vx = from_x + (goal_x - from_x) * part, vy = from_y + (goal_y - from_y) * part;
    const double half = FW_TRAFFIC_KNOT / 2;
    return (knot){ at->x + (at->vx + vx) * half, at->y + (at->vy + vy) * half, vx, vy };
}

void reservation_unfold(const outline *kept, int64_t index, const knot *at, reservation *plan)
{
    fill_in_all_but_knots(kept, plan);
    plan->count = (int32_t)(outline_end(kept) - kept->first);
    must_hold(index >= kept->first);
    int32_t i = index < outline_end(kept) ? (int32_t)(index - kept->first) : plan->count;
    plan->knots[0] = (knot){ at->x, at->y, kept->from_vx, kept->from_vy };
    plan->knots[i] = *at;
    for (; i < plan->count; i++)
        plan->knots[i + 1] = outline_step(kept, kept->first + i, &plan->knots[i]);
}
