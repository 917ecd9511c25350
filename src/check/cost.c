#include "check/cost.h"

#include <math.h>

#include "base/trig.h"

/// Longest piece that is looked at as one, and most borders between tiles that it crosses: two for each of the five
/// grid lines of both kinds that it may reach.
#define LONGEST_PIECE 4.0
enum { MOST_CUTS = 24 };

/// Distances from the beginning of a piece at which it crosses from tile to tile, in order, both ends included.
typedef struct cuts {
    double at[MOST_CUTS];
    int count;
} cuts;

static void add_cut(cuts *list, double at, double length)
{
    if (!(at > 0 && at < length) || list->count == MOST_CUTS)
        return;
    int place = list->count++;
    for (; place > 0 && list->at[place - 1] > at; place--)
        list->at[place] = list->at[place - 1];
    list->at[place] = at;
}

/// The crossings of a line with grid lines across one of the axes.
static void cut_line(cuts *list, double length, double from, double to)
{
    const double last = floor(fmax(from, to));
    for (double border = ceil(fmin(from, to)); border <= last; border++)
        add_cut(list, (border - from) / (to - from) * length, length);
}

static void cut_arc_at(cuts *list, const piece *arc, double angle)
{
    const double ahead = arc->sweep >= 0 ? angle - arc->angle : arc->angle - angle;
    add_cut(list, (ahead - 2 * FW_PI * floor(ahead / (2 * FW_PI))) * arc->radius, arc->length);
}

/// The crossings of an arc with grid lines across the axis that lies at `axis` radians.
static void cut_arc(cuts *list, const piece *arc, double centre, double low, double high, double axis)
{
    const double last = floor(high);
    for (double border = ceil(low); border <= last; border++) {
        const double cosine = (border - centre) / arc->radius;
        if (fabs(cosine) > 1)
            continue;
        const double aside = trig_acos(cosine);
        cut_arc_at(list, arc, axis + aside);
        cut_arc_at(list, arc, axis - aside);
    }
}

static cuts cut_at_borders(const piece *along)
{
    cuts list = { .count = 0 };
    if (along->is_arc) {
        const fw_box box = motion_box(along);
        cut_arc(&list, along, along->centre_x, box.min_x, box.max_x, 0);
        cut_arc(&list, along, along->centre_y, box.min_y, box.max_y, FW_PI / 2);
    } else {
        cut_line(&list, along->length, along->x, along->to_x);
        cut_line(&list, along->length, along->y, along->to_y);
    }
    return list;
}

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
    const cuts list = cut_at_borders(along);
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
    const int64_t count = motion_piece_count(segment, LONGEST_PIECE);
    double cost = 0;
    for (int64_t i = 0; i < count; i++) {
        const piece along = motion_piece(segment, LONGEST_PIECE, i);
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
