#include "traffic/terrain.h"

#include "curve/line_cost.h"
#include "curve/sweep_line.h"
#include "curve/tile_walk.h"
#include "traffic/laid.h"
#include "traffic/reservation.h"
#include "traffic/sight.h"
#include "traffic/way_sight.h"

/// Share by which rounding may change a cost or a speed.
#define NOISE 1e-9

/// A way counts as crossing a tile from this length on, in tiles: it may touch corners of tiles.
#define LEAST_CROSSED 0.25

static double cost_at(const fw_traffic *traffic, const agent_kind *kind, int32_t x, int32_t y)
{
    return tile_cost(traffic->map, kind->rules, laid_over(traffic, kind), x, y);
}

static double cost_of_line(const fw_traffic *traffic, const agent *unit, double x, double y, double to_x,
                           double to_y)
{
    const agent_kind *kind = kind_of(traffic, unit);
    return line_cost(traffic->map, kind->rules, laid_over(traffic, kind), x, y, to_x, to_y);
}

static double cheapest(const agent_kind *kind)
{
    return kind->rules->cheapest / (double)COST_ONE;
}

bool terrain_is_cheap(const fw_traffic *traffic, const agent *unit, double x, double y, double to_x,
                      double to_y)
{
    const agent_kind *kind = kind_of(traffic, unit);
    return !kind->is_uneven || cost_of_line(traffic, unit, x, y, to_x, to_y) <=
                                   apart(x, y, to_x, to_y) * cheapest(kind) * (1 + NOISE);
}

bool terrain_may_skip(const fw_traffic *traffic, const agent *unit, double x, double y, int32_t index)
{
    const way_point *corner = &unit->way.points[index], *next = corner + 1;
    if (!sight_is_clear(traffic, unit, x, y, next))
        return false;
    if (!kind_of(traffic, unit)->is_uneven)
        return true;
    const double by_corner = cost_of_line(traffic, unit, x, y, corner->x, corner->y) +
                             cost_of_line(traffic, unit, corner->x, corner->y, next->x, next->y);
    return cost_of_line(traffic, unit, x, y, next->x, next->y) <= by_corner * (1 + NOISE);
}

bool terrain_is_alike(const fw_traffic *traffic, const agent *unit, const lane_place *a, const lane_place *b)
{
    if (!kind_of(traffic, unit)->is_uneven)
        return true;
    const way_point from = lane_moved(a), to = lane_moved(b);
    const double moved = cost_of_line(traffic, unit, from.x, from.y, to.x, to.y),
                 kept = cost_of_line(traffic, unit, a->x, a->y, b->x, b->y);
    return moved * apart(a->x, a->y, b->x, b->y) <= kept * apart(from.x, from.y, to.x, to.y) * (1 + NOISE);
}

double terrain_room_beside(const fw_traffic *traffic, const agent *unit, const lane_place *at, int side,
                           double most)
{
    const double dx = -at->dy * side, dy = at->dx * side;
    const double room = way_room(traffic, unit, at->x, at->y, dx, dy, most);
    return terrain_even_length(traffic, unit, at->x, at->y, dx, dy, room);
}

double terrain_even_length(const fw_traffic *traffic, const agent *unit, double x, double y, double dx,
                           double dy, double most)
{
    const agent_kind *kind = kind_of(traffic, unit);
    if (!kind->is_uneven || !(most > 0))
        return most;
    tile_walk walk = tile_walk_along(x, y, x + dx * most, y + dy * most);
    double begin = INFINITY, before = 0;
    while (tile_walk_next(&walk)) {
        const double cost = cost_at(traffic, kind, walk.x, walk.y);
        if (cost > begin)
            return before * most;
        begin = smaller(begin, cost);
        before = walk.done;
    }
    return most;
}

/// The top speed on a tile.
static double top_at(const fw_traffic *traffic, const agent_kind *kind, int32_t x, int32_t y)
{
    const double top = kind->tops[map_terrain(traffic->map, x, y)];
    return top > 0 ? top : INFINITY;
}

/// The least top speed under a box of places. Tiles that it only touches do not count.
static double top_within(const fw_traffic *traffic, const agent_kind *kind, const fw_box *box)
{
    const int32_t left = (int32_t)floor(box->min_x + FW_TOUCH), top = (int32_t)floor(box->min_y + FW_TOUCH);
    const int32_t right = (int32_t)larger(ceil(box->max_x - FW_TOUCH) - 1, left),
                  bottom = (int32_t)larger(ceil(box->max_y - FW_TOUCH) - 1, top);
    double least = INFINITY;
    for (int32_t y = top; y <= bottom; y++)
        for (int32_t x = left; x <= right; x++)
            least = smaller(least, top_at(traffic, kind, x, y));
    return least;
}

static fw_box box_of_interval(const reservation *made, int64_t index)
{
    const knot *from = reservation_at(made, index);
    fw_box box = { from->x, from->y, from->x, from->y };
    interval_widen(&box, from, reservation_at(made, index + 1), made->bend);
    return box;
}

bool terrain_allows_speed(const fw_traffic *traffic, const agent_kind *kind, const reservation *made,
                          int64_t first, double *least)
{
    bool is_slow = true;
    *least = INFINITY;
    for (int64_t i = first; i < made->first + made->count; i++) {
        const fw_box box = box_of_interval(made, i);
        const double top = top_within(traffic, kind, &box),
                     speed =
                         larger(knot_speed(reservation_at(made, i)), knot_speed(reservation_at(made, i + 1)));
        is_slow = is_slow && speed <= top * (1 + NOISE);
        *least = smaller(*least, top);
    }
    return is_slow;
}

/// Where a velocity changes its sign between two knots, as a share of the time; 1: nowhere.
static double turning_share(double from, double to)
{
    return from * to < 0 ? from / (from - to) : 1;
}

bool terrain_lets_pass(const agent_kind *kind, const reservation *made, int64_t first)
{
    for (int64_t i = first; kind->ground.passage.overlay && i < made->first + made->count; i++) {
        const knot *from = reservation_at(made, i), *to = reservation_at(made, i + 1);
        const double across = turning_share(from->vx, to->vx), down = turning_share(from->vy, to->vy);
        const double ends[] = { smaller(across, down), larger(across, down), 1 };
        knot at = *from;
        for (int part = 0; part < 3; part++) { // in each part, both coordinates only grow, or only fall
            const knot next = ends[part] < 1 ? knot_between(from, to, ends[part]) : *to;
            if (!sweep_line_is_free(&kind->ground, &kind->body, at.x, at.y, next.x, next.y))
                return false;
            at = next;
        }
    }
    return true;
}

/// Takes in the ground along a line of the way.
static void look_along(const fw_traffic *traffic, const agent_kind *kind, ground_ahead *ahead, double x,
                       double y, double to_x, double to_y)
{
    const double length = apart(x, y, to_x, to_y);
    tile_walk walk = tile_walk_along(x, y, to_x, to_y);
    while (tile_walk_next(&walk)) {
        if (walk.share * length < LEAST_CROSSED)
            continue;
        ahead->dearest = larger(ahead->dearest, cost_at(traffic, kind, walk.x, walk.y));
        if (kind->tops)
            ahead->slowest = smaller(ahead->slowest, top_at(traffic, kind, walk.x, walk.y));
    }
}

ground_ahead terrain_look_ahead(const fw_traffic *traffic, const agent *unit, const knot *from)
{
    const agent_kind *kind = kind_of(traffic, unit);
    const motion_limits *limits = &unit->limits;
    ground_ahead ahead = { cheapest(kind), limits->top, limits->top };
    if (!kind->is_uneven && !kind->tops)
        return ahead;
    if (kind->tops)
        ahead.top =
            smaller(limits->top, top_at(traffic, kind, (int32_t)floor(from->x), (int32_t)floor(from->y)));
    ahead.slowest = ahead.top;
    double x = from->x, y = from->y, reach = reservation_range(limits, limits->top, MOST_KNOTS);
    for (int32_t i = unit->way.next; i < unit->way.count && reach > 0; i++) {
        const way_point *to = &unit->way.points[i];
        const double length = apart(x, y, to->x, to->y), share = length > reach ? reach / length : 1;
        look_along(traffic, kind, &ahead, x, y, x + (to->x - x) * share, y + (to->y - y) * share);
        reach -= length;
        x = to->x;
        y = to->y;
    }
    return ahead;
}

double terrain_toll(const fw_traffic *traffic, const agent_kind *kind, const ground_ahead *ahead,
                    const reservation *made, int64_t first)
{
    double toll = 0;
    for (int64_t i = first; kind->is_uneven && i < made->first + made->count; i++) {
        const knot *from = reservation_at(made, i), *to = reservation_at(made, i + 1);
        double excess = 0;
        tile_walk walk = tile_walk_along(from->x, from->y, to->x, to->y);
        while (tile_walk_next(&walk))
            excess += walk.share * larger(cost_at(traffic, kind, walk.x, walk.y) - ahead->dearest, 0);
        toll += excess * apart(from->x, from->y, to->x, to->y) / cheapest(kind);
    }
    return toll;
}
