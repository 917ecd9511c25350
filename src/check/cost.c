#include "check/cost.h"

#include <math.h>

#include "check/cuts.h"

/// Which grid line a line runs on.
typedef struct rail {
    bool is_there;
    bool is_upright; ///< x is the same all along
    double at;       ///< its x, or its y
} rail;

static bool is_on_border(double from, double to)
{
    const double border = rint(from);
    return fabs(from - border) <= FW_TOUCH && fabs(to - border) <= FW_TOUCH;
}

static rail rail_of(const fw_segment *segment, fw_pose ends)
{
    if (segment->curvature != 0)
        return (rail){ .is_there = false };
    if (is_on_border(segment->start.x, ends.x))
        return (rail){ .is_there = true, .is_upright = true, .at = rint(segment->start.x) };
    return (rail){ .is_there = is_on_border(segment->start.y, ends.y), .at = rint(segment->start.y) };
}

static double mean_cost_beside(const ground *under, const rail *on, double x, double y)
{
    const int64_t right = (int64_t)(on->is_upright ? on->at : floor(x));
    const int64_t below = (int64_t)(on->is_upright ? floor(y) : on->at);
    const int64_t left = on->is_upright ? right - 1 : right, above = on->is_upright ? below : below - 1;
    if (ground_is_blocked(under, left, above))
        return ground_cost(under, right, below);
    if (ground_is_blocked(under, right, below))
        return ground_cost(under, left, above);
    return (ground_cost(under, left, above) + ground_cost(under, right, below)) / 2;
}

static double cost_at(const ground *under, const rail *on, fw_pose at)
{
    return on->is_there ? mean_cost_beside(under, on, at.x, at.y)
                        : ground_cost(under, (int64_t)floor(at.x), (int64_t)floor(at.y));
}

static double cost_of_piece(const ground *under, const fw_segment *segment, const rail *on,
                            const piece *along)
{
    cuts list;
    list.count = 0;
    cuts_add(&list, along, 0);
    double cost = 0, from = 0;
    for (int i = 0; i <= list.count; i++) {
        const double to = i < list.count ? list.at[i] : along->length;
        cost += (to - from) * cost_at(under, on, motion_at(segment, along->from + (from + to) / 2));
        from = to;
    }
    return cost;
}

static bool is_outside(const ground *under, const piece *along)
{
    const fw_box box = motion_box(along);
    return !(box.max_x >= 0 && box.max_y >= 0 && box.min_x <= under->width && box.min_y <= under->height);
}

/// What lies outside the map costs nothing, and where a segment leaves the map the count ends.
static double cost_once(const ground *under, const fw_segment *segment, const rail *on)
{
    const int64_t count = motion_piece_count(segment, CUTS_LONGEST_PIECE);
    double cost = 0;
    for (int64_t i = 0; i < count; i++) {
        const piece along = motion_piece(segment, CUTS_LONGEST_PIECE, i);
        if (is_outside(under, &along))
            break;
        cost += cost_of_piece(under, segment, on, &along);
    }
    return cost;
}

double cost_of_segment(const ground *under, const fw_segment *segment, fw_pose ends)
{
    const rail on = rail_of(segment, ends);
    const double circle = 2 * FW_PI / fabs(segment->curvature);
    fw_segment rest = *segment;
    double cost = 0;
    if (segment->length > circle) { // whole turns cost all the same
        rest.length = circle;
        const double turn = cost_once(under, &rest, &on);
        rest.length = fmod(segment->length, circle);
        cost = rint((segment->length - rest.length) / circle) * turn;
    }
    cost += cost_once(under, &rest, &on);
    return segment->gear == FW_REVERSE ? cost * under->unit->def.reverse_penalty : cost;
}
