#include "traffic/lane.h"

#include <math.h>

#include "base/must_hold.h"
#include "base/vector.h"
#include "traffic/terrain.h"
#include "traffic/way_pool.h"
#include "traffic/way_sight.h"

/// Distance between the places where the room beside a way is measured: in radii, but not less than LANE_STEP_LEAST
/// tiles, because walls are made of tiles.
#define LANE_STEP       4.0
#define LANE_STEP_LEAST 1.0

/// Greatest width of a passage that is used, in radii; the width is that of the places of the body's centre.
#define LANE_WIDEST 12.0

/// Room between the body in its lane and the middle of a wide passage, in radii.
#define LANE_MARGIN 1.0

/// Shifts smaller than this are left out, in radii.
#define LANE_SHIFT 0.2

/// Places of a lane whose room is measured; behind them, the way stays as it is. A place takes as long as an expansion
/// of a search, so this bounds by how much a lane may exceed the budget of a step.
enum { MOST_MEASURED = 1000 };

/// The lane of a unit, while it is laid.
typedef struct lane {
    fw_traffic *traffic;
    const agent *unit;
    double radius;
    int32_t count; ///< of the places in `work.lane`
} lane;

/// Distance by which the lane lies to the right of the way at a place.
static double shift_at(const lane *made, const lane_place *at)
{
    const double radius = made->radius, most = LANE_WIDEST * radius;
    const double wanted = most / 2 + (1 + LANE_MARGIN) * radius;
    const double left = way_room(made->traffic, made->unit, at->x, at->y, at->dy, -at->dx, wanted);
    if (left >= wanted)
        return 0;
    const double right = terrain_room_beside(made->traffic, made->unit, at, 1, most - left);
    const double half = (left + right) / 2;
    if (2 * half < way_width_for_two(made->traffic, made->unit))
        return 0;
    const double shift = half + fmin(radius + fmin((half - radius) / 2, LANE_MARGIN * radius), half) - left;
    return shift > LANE_SHIFT * radius ? shift : 0;
}

/// Lists a place of the way, from which the way goes on in the direction (dx, dy).
static fw_result list_place(fw_traffic *traffic, int32_t *count, double x, double y, double dx, double dy,
                            bool is_corner)
{
    if (traffic_reserve_scratch(traffic, (size_t)*count + 1, sizeof *traffic->work.lane) != FW_OK)
        return FW_NO_MEMORY;
    traffic->work.lane[(*count)++] =
        (lane_place){ .x = x, .y = y, .dx = dx, .dy = dy, .is_corner = is_corner };
    return FW_OK;
}

fw_result lane_list(fw_traffic *traffic, const way *way, double radius, int32_t *count)
{
    must_hold(traffic->work.near_count == 0); // no plan is under way
    *count = 0;
    double in_x = 0, in_y = 0;
    for (int32_t i = 0; i + 1 < way->count; i++) {
        const way_point *from = &way->points[i], *to = from + 1;
        const double x = to->x - from->x, y = to->y - from->y, length = hypotenuse(x, y);
        if (!(length > 0))
            continue;
        const double dx = x / length, dy = y / length;
        const double size = sqrt((in_x + dx) * (in_x + dx) + (in_y + dy) * (in_y + dy));
        const bool bends = i > 0 && size > 1e-9;
        if (list_place(traffic, count, from->x, from->y, bends ? (in_x + dx) / size : dx,
                       bends ? (in_y + dy) / size : dy, true) != FW_OK)
            return FW_NO_MEMORY;
        const int32_t parts = (int32_t)(length / fmax(LANE_STEP * radius, LANE_STEP_LEAST));
        for (int32_t part = 1; part < parts; part++)
            if (list_place(traffic, count, from->x + x * part / parts, from->y + y * part / parts, dx, dy,
                           false) != FW_OK)
                return FW_NO_MEMORY;
        in_x = dx;
        in_y = dy;
    }
    const way_point *end = &way->points[way->count - 1];
    return list_place(traffic, count, end->x, end->y, in_x, in_y, true);
}

/// True if the lane has a corner at a place: the way has one, or the lane is beside the way there or at a neighbour.
/// The first and the last place are corners of the way.
static bool becomes_corner(const lane_place *at)
{
    return at->is_corner || at->shift > 0 || at[-1].shift > 0 || at[1].shift > 0;
}

/// Moves places back toward the way until each place sees its neighbours.
static void relax(const lane *made)
{
    lane_place *places = made->traffic->work.lane;
    for (bool is_done = false; !is_done;) {
        is_done = true;
        for (int32_t i = 0; i + 1 < made->count; i++) {
            lane_place *a = &places[i], *b = a + 1;
            const way_point from = lane_moved(a), to = lane_moved(b);
            if ((a->shift == 0 && b->shift == 0) ||
                (way_is_clear(made->traffic, made->unit, from.x, from.y, to.x, to.y) &&
                 terrain_is_alike(made->traffic, made->unit, a, b)))
                continue;
            lane_place *farther = a->shift > b->shift ? a : b;
            farther->shift = farther->shift > 2 * LANE_SHIFT * made->radius ? farther->shift * 0.7 : 0;
            is_done = false;
        }
    }
}

fw_result lane_keep_right(fw_traffic *traffic, agent *unit)
{
    way *way = &unit->way;
    lane made = { .traffic = traffic, .unit = unit, .radius = radius_of(traffic, unit) };
    if (lane_list(traffic, way, made.radius, &made.count) != FW_OK)
        return FW_NO_MEMORY;
    const lane_place *places = traffic->work.lane;
    const int32_t measured = made.count - 2 < MOST_MEASURED ? made.count - 2 : MOST_MEASURED;
    for (int32_t i = 1; i <= measured; i++)
        traffic->work.lane[i].shift = shift_at(&made, &places[i]);
    traffic->desk.lane_work += measured > 0 ? (uint64_t)measured : 0;
    relax(&made);
    int32_t count = 0;
    for (int32_t i = 0; i < made.count; i++)
        count += becomes_corner(&places[i]);
    if (way_reserve(traffic, agent_slot(traffic, unit), count) != FW_OK)
        return FW_NO_MEMORY;
    way->count = 0;
    for (int32_t i = 0; i < made.count; i++)
        if (becomes_corner(&places[i]))
            way->points[way->count++] = lane_moved(&places[i]);
    return FW_OK;
}
