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

static double mean_cost_beside(const ground *ground, const rail *rail, double x, double y)
{
    const int64_t right = (int64_t)(rail->is_upright ? rail->at : floor(x));
    const int64_t below = (int64_t)(rail->is_upright ? floor(y) : rail->at);
    const int64_t left = rail->is_upright ? right - 1 : right, above = rail->is_upright ? below : below - 1;
    if (ground_is_blocked(ground, left, above))
        return ground_cost(ground, right, below);
    if (ground_is_blocked(ground, right, below))
        return ground_cost(ground, left, above);
    return (ground_cost(ground, left, above) + ground_cost(ground, right, below)) / 2;
}

static double cost_at(const ground *ground, const rail *rail, fw_pose at)
{
    return rail->is_there ? mean_cost_beside(ground, rail, at.x, at.y)
                          : ground_cost(ground, (int64_t)floor(at.x), (int64_t)floor(at.y));
}

static double cost_of_piece(const ground *ground, const fw_segment *segment, const rail *rail,
                            const piece *along)
{
    cuts list;
    list.count = 0;
    cuts_add(&list, along, 0);
    double cost = 0, from = 0;
    for (int i = 0; i <= list.count; i++) {
        const double to = i < list.count ? list.at[i] : along->length;
        cost += (to - from) * cost_at(ground, rail, motion_at(segment, along->from + (from + to) / 2));
        from = to;
    }
    return cost;
}

static bool is_outside(const ground *ground, const piece *along)
{
    const fw_box box = motion_box(along);
    return !(box.max_x >= 0 && box.max_y >= 0 && box.min_x <= ground->width && box.min_y <= ground->height);
}

/// What lies outside the map costs nothing, and where a segment leaves the map the count ends.
static double cost_once(const ground *ground, const fw_segment *segment, const rail *rail)
{
    const int64_t count = motion_piece_count(segment, CUTS_LONGEST_PIECE);
    double cost = 0;
    for (int64_t i = 0; i < count; i++) {
        const piece along = motion_piece(segment, CUTS_LONGEST_PIECE, i);
        if (is_outside(ground, &along))
            break;
        cost += cost_of_piece(ground, segment, rail, &along);
    }
    return cost;
}

double cost_of_segment(const ground *ground, const fw_segment *segment, fw_pose ends)
{
    const rail rail = rail_of(segment, ends);
    const double circle = 2 * FW_PI / fabs(segment->curvature);
    fw_segment rest = *segment;
    double cost = 0;
    if (segment->length > circle) { // whole turns cost all the same
        rest.length = circle;
        const double turn = cost_once(ground, &rest, &rail);
        rest.length = fmod(segment->length, circle);
        cost = rint((segment->length - rest.length) / circle) * turn;
    }
    cost += cost_once(ground, &rest, &rail);
    return segment->gear == FW_REVERSE ? cost * ground->unit->def.reverse_penalty : cost;
}
