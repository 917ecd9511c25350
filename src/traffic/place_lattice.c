#include "traffic/place_lattice.h"

#include <math.h>
#include <stdlib.h>

#include "base/vector.h"
#include "curve/sweep_line.h"

/// Distance of the rows, in sides of the triangles.
#define ROW 0.8660254037844386

/// Share of the distance from where units come from that counts besides the distance from the goal: units that come
/// later stand on their side of those that rest, but not far out.
#define FROM_SHARE 0.3

/// Greatest distance from the goal at which places are looked for, in tiles and in sides.
#define FARTHEST       256.0
#define FARTHEST_SIDES 1024.0

/// Where the goal lies among the points, in sides: at a point, between two, or amid three.
static const way_point offsets[] = { { 0, 0 }, { 0.5, 0 }, { 0.5, ROW / 3 } };
enum { OFFSETS = sizeof offsets / sizeof *offsets };

/// A point of the lattice.
typedef struct lattice_point {
    double cost; ///< its distance from the goal, and a share of that from where units come from, in tiles
    double x, y;
} lattice_point;

static int by_cost(const void *left, const void *right)
{
    const lattice_point *a = left, *b = right;
    if (a->cost != b->cost)
        return a->cost < b->cost ? -1 : 1;
    if (a->y != b->y)
        return a->y < b->y ? -1 : 1;
    return a->x < b->x ? -1 : a->x > b->x;
}

/// A box around all places within a distance from the goal that are looked for, seen from the goal.
static fw_box reach_of(const free_search *search, double half)
{
    if (search->within == 0)
        return (fw_box){ -half, -half, half, half };
    const double x = search->from->x - search->x, y = search->from->y - search->y, within = search->within;
    return (fw_box){ fmax(x - within, -half), fmax(y - within, -half), fmin(x + within, half),
                     fmin(y + within, half) };
}

/// Lists the points within a distance from the goal, by cost.
static size_t list_points(const free_search *search, double half, const way_point *offset,
                          lattice_point *points)
{
    const double side = free_places_gap(search->kind, search->kind->radius), height = side * ROW;
    const fw_box reach = reach_of(search, half);
    size_t count = 0;
    for (int32_t row = (int32_t)floor(reach.min_y / height); row <= (int32_t)ceil(reach.max_y / height);
         row++)
        for (int32_t column = (int32_t)floor(reach.min_x / side); column <= (int32_t)ceil(reach.max_x / side);
             column++) {
            const double dx = (column + (row % 2 != 0 ? 0.5 : 0) - offset->x) * side,
                         dy = (row - offset->y / ROW) * height, away = hypotenuse(dx, dy);
            const double x = search->x + dx, y = search->y + dy;
            const double from = search->from ? apart(x, y, search->from->x, search->from->y) : 0;
            if (away <= half && (search->within == 0 || from <= search->within))
                points[count++] = (lattice_point){ away + FROM_SHARE * from, x, y };
        }
    qsort(points, count, sizeof *points, by_cost);
    return count;
}

/// True if a body keeps its distance from the places of all units.
static bool is_apart(const free_search *search, double x, double y)
{
    const fw_traffic *traffic = search->traffic;
    const point_index *index = &traffic->rally.places;
    const double reach = free_places_gap(search->kind, traffic->crowd.most_radius);
    const fw_box box = { x - reach, y - reach, x + reach, y + reach };
    const int32_t count = points_in(index, &box, traffic->rally.listed);
    if (free_places_is_at_obstacle(search, x, y))
        return false;
    for (int32_t i = 0; i < count; i++) {
        const uint32_t slot = traffic->rally.listed[i];
        const double gap = free_places_gap(search->kind, radius_of(traffic, &traffic->agents[slot]));
        if ((traffic->agents[slot].regard.layers & search->layers) != 0 &&
            apart(x, y, index->points[slot].x, index->points[slot].y) < gap - FW_TOUCH)
            return false;
    }
    return true;
}

/// Takes the cheapest free points.
///
/// @return what the last one costs; infinite if there are too few
static double take_points(free_search *search, const lattice_point *points, size_t count)
{
    search->found = 0;
    for (size_t i = 0; i < count; i++) {
        if (!is_apart(search, points[i].x, points[i].y))
            continue;
        search->places[search->found++] = (way_point){ points[i].x, points[i].y };
        if (search->found == search->count)
            return points[i].cost;
    }
    return INFINITY;
}

/// Finds places within a distance from the goal, with the offset at which the last one costs the least.
static fw_result find_within(free_search *search, double half)
{
    fw_traffic *traffic = search->traffic;
    const double reach = search->within > 0 ? fmin(search->within, half) : half;
    const double across = 2 * reach / (free_places_gap(search->kind, search->kind->radius) * ROW) + 5;
    if (traffic_reserve_scratch(traffic, (size_t)(across * across), sizeof(lattice_point)) != FW_OK)
        return FW_NO_MEMORY;
    lattice_point *points = traffic->work.scratch;
    double least = INFINITY;
    int best = 0;
    for (int i = 0; i < OFFSETS; i++) {
        const double cost = take_points(search, points, list_points(search, half, &offsets[i], points));
        if (cost < least * (1 - 1e-9)) { // all costs may differ by rounding errors
            least = cost;
            best = i;
        }
    }
    if (best != OFFSETS - 1)
        take_points(search, points, list_points(search, half, &offsets[best], points));
    return FW_OK;
}

fw_result place_lattice_find(free_search *search, bool *is_open)
{
    const agent_kind *kind = search->kind;
    const double gap = free_places_gap(kind, kind->radius);
    double half = gap * (sqrt((double)search->count) + 4);
    for (; half <= FARTHEST && half <= FARTHEST_SIDES * gap; half *= 2) {
        const fw_box box = { search->x - half, search->y - half, search->x + half, search->y + half };
        *is_open = sweep_box_is_open(&kind->ground, &kind->body, &box);
        if (!*is_open)
            return FW_OK;
        if (find_within(search, half) != FW_OK)
            return FW_NO_MEMORY;
        const double whole =
            search->within > 0
                ? apart(search->x, search->y, search->from->x, search->from->y) + search->within
                : INFINITY;
        if (search->found == search->count || half >= whole)
            return FW_OK;
    }
    return FW_OK;
}
