#include "check/cost.h"

#include <math.h>

#include "check/cuts.h"

/// The grid line that a segment runs along, if any.
typedef struct border {
    bool exists;
    bool is_vertical; ///< all points have the same x
    double position;  ///< x of a vertical border, y of a horizontal one
} border;

/// True if two coordinates lie within FW_TOUCH of the same grid line.
static bool is_on_border(double from, double to)
{
    const double line = rint(from);
    return fabs(from - line) <= FW_TOUCH && fabs(to - line) <= FW_TOUCH;
}

static border border_along(const fw_segment *segment, fw_pose end)
{
    if (segment->curvature != 0)
        return (border){ .exists = false };
    if (is_on_border(segment->start.x, end.x))
        return (border){ .exists = true, .is_vertical = true, .position = rint(segment->start.x) };
    return (border){ .exists = is_on_border(segment->start.y, end.y), .position = rint(segment->start.y) };
}

static double mean_cost_beside(const ground *ground, const border *border, double x, double y)
{
    const int64_t right = (int64_t)(border->is_vertical ? border->position : floor(x));
    const int64_t below = (int64_t)(border->is_vertical ? floor(y) : border->position);
    const int64_t left = border->is_vertical ? right - 1 : right;
    const int64_t above = border->is_vertical ? below : below - 1;
    if (ground_is_blocked(ground, left, above))
        return ground_cost(ground, right, below);
    if (ground_is_blocked(ground, right, below))
        return ground_cost(ground, left, above);
    return (ground_cost(ground, left, above) + ground_cost(ground, right, below)) / 2;
}

static double cost_at(const ground *ground, const border *border, fw_pose at)
{
    return border->exists ? mean_cost_beside(ground, border, at.x, at.y)
                          : ground_cost(ground, (int64_t)floor(at.x), (int64_t)floor(at.y));
}

static double cost_of_piece(const ground *ground, const fw_segment *segment, const border *border,
                            const piece *along)
{
    cuts list;
    list.count = 0;
    cuts_add(&list, along, 0);
    double cost = 0, from = 0;
    for (int i = 0; i <= list.count; i++) {
        const double to = i < list.count ? list.at[i] : along->length;
        cost += (to - from) * cost_at(ground, border, motion_at(segment, along->from + (from + to) / 2));
        from = to;
    }
    return cost;
}

/// True if a piece is farther than a touch outside the map.
static bool is_outside(const ground *ground, const piece *along)
{
    const fw_box box = motion_box(along);
    return !(box.max_x >= -FW_TOUCH && box.max_y >= -FW_TOUCH && box.min_x <= ground->width + FW_TOUCH &&
             box.min_y <= ground->height + FW_TOUCH);
}

/// Cost of a segment of at most one full turn, up to the first piece outside the map; ground outside the map costs
/// nothing.
static double cost_within_map(const ground *ground, const fw_segment *segment, const border *border)
{
    const double longest = cuts_longest(segment);
    const int64_t count = motion_piece_count(segment, longest);
    double cost = 0;
    for (int64_t i = 0; i < count; i++) {
        const piece along = motion_piece(segment, longest, i);
        if (is_outside(ground, &along))
            break;
        cost += cost_of_piece(ground, segment, border, &along);
    }
    return cost;
}

double cost_of_segment(const ground *ground, const fw_segment *segment, fw_pose end)
{
    const border border = border_along(segment, end);
    const double circle = 2 * FW_PI / fabs(segment->curvature);
    fw_segment rest = *segment;
    double cost = 0;
    if (segment->length > circle) { // each full turn costs the same
        rest.length = circle;
        const double turn = cost_within_map(ground, &rest, &border);
        rest.length = fmod(segment->length, circle);
        cost = (segment->length - rest.length) / circle * turn;
    }
    cost += cost_within_map(ground, &rest, &border);
    return segment->gear == FW_REVERSE ? cost * ground->unit->def.reverse_penalty : cost;
}
