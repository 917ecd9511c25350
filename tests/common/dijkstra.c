#include "common/dijkstra.h"

#include <math.h>
#include <string.h>

#include "common/near.h"
#include "common/unit.h"

enum { STEPS = 8, ANY_STEP = 8 };

/// Clockwise on the screen from east, as the FW_MOVE_ bits are.
static const int32_t step_x[STEPS] = { 1, 1, 0, -1, -1, -1, 0, 1 };
static const int32_t step_y[STEPS] = { 0, 1, 1, 1, 0, -1, -1, -1 };

/// Costs that differ by less are equal.
#define SAME 1e-9

static bool on_map(const world *seen, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < seen->width && y < seen->height;
}

void world_of(const fw_map *map, fw_unit_id unit, world *seen)
{
    fw_unit_def def;
    assert_int_equal(fw_map_unit(map, unit, &def), FW_OK);
    memset(seen, 0, sizeof *seen);
    seen->width = fw_map_width(map);
    seen->height = fw_map_height(map);
    assert_true(seen->width * seen->height <= WORLD_TILES);
    seen->size = def.size;
    seen->corners = def.corners;
    for (int32_t y = 0; y < seen->height; y++)
        for (int32_t x = 0; x < seen->width; x++) {
            const uint8_t terrain = fw_map_terrain(map, x, y);
            const double cost = terrain ? (double)def.terrain_cost[terrain] : 0.0;
            seen->cost[world_tile(seen, x, y)] = round(cost * 256.0) / 256.0;
        }
}

/// The tiles of a rectangle, those outside the map left out.
static bool is_within(int32_t x, int32_t y, int32_t left, int32_t top, int32_t width, int32_t height)
{
    return x >= left && y >= top && x < left + width && y < top + height;
}

void world_overlay_at_random(world *seen, fw_overlay *overlay, random_source *source)
{
    const int32_t left = (int32_t)random_below(source, (uint32_t)seen->width + 2) - 2;
    const int32_t top = (int32_t)random_below(source, (uint32_t)seen->height + 2) - 2;
    const int32_t width = 1 + (int32_t)random_below(source, 4);
    const int32_t height = 1 + (int32_t)random_below(source, 4);
    const uint8_t moves = (uint8_t)random_below(source, 256);
    const double cost = random_below(source, 1024) / 256.0;
    const uint32_t kind = random_below(source, 8);
    for (int32_t y = 0; y < seen->height; y++)
        for (int32_t x = 0; x < seen->width; x++) {
            const int32_t tile = world_tile(seen, x, y);
            if (kind < 2 && is_within(x, y, left, top, 1 + width / 4, 1 + height / 4))
                seen->blocked[tile] = true;
            else if (kind >= 2 && kind < 4 && x == left && y == top)
                seen->forbidden[tile] |= moves;
            else if (kind >= 4 && kind < 7 && is_within(x, y, left, top, width, height))
                seen->added[tile] += cost;
            else if (kind == 7 && is_within(x, y, left, top, 4 * width, 4 * height))
                seen->corridor[tile] = true;
        }
    fw_result done = FW_OK;
    if (kind < 2) {
        done = fw_overlay_block(overlay, left, top, 1 + width / 4, 1 + height / 4);
    } else if (kind < 4) {
        done = fw_overlay_forbid(overlay, left, top, moves);
        done = on_map(seen, left, top) ? done : FW_OK;
    } else if (kind < 7) {
        done = fw_overlay_add_cost(overlay, left, top, width, height, (float)cost);
    } else {
        done = fw_overlay_corridor(overlay, left, top, 4 * width, 4 * height);
        seen->has_corridor = true;
    }
    assert_int_equal(done, FW_OK);
}

static bool may_enter(const world *seen, int32_t x, int32_t y)
{
    return on_map(seen, x, y) && seen->cost[world_tile(seen, x, y)] > 0.0 &&
           !seen->blocked[world_tile(seen, x, y)];
}

/// True if the whole square of an anchor is free. A corridor does not matter: it restricts anchors and blocks no tile.
static bool is_free(const world *seen, int32_t x, int32_t y)
{
    for (int32_t row = 0; row < seen->size; row++)
        for (int32_t column = 0; column < seen->size; column++)
            if (!may_enter(seen, x + column, y + row))
                return false;
    return true;
}

/// True if no tile under the centre of an anchor that is free is forbidden for the centre: one, or four.
static bool centre_is_allowed(const world *seen, int32_t x, int32_t y)
{
    for (int32_t row = y + (seen->size - 1) / 2; row <= y + seen->size / 2; row++)
        for (int32_t column = x + (seen->size - 1) / 2; column <= x + seen->size / 2; column++)
            if (seen->bytes[world_tile(seen, column, row)] == 254)
                return false;
    return true;
}

bool world_fits(const world *seen, int32_t x, int32_t y)
{
    return is_free(seen, x, y) && (!seen->has_corridor || seen->corridor[world_tile(seen, x, y)]) &&
           centre_is_allowed(seen, x, y);
}

bool world_may_step(const world *seen, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    for (int step = 0; step < STEPS; step++)
        if (step_x[step] == dx && step_y[step] == dy &&
            (seen->forbidden[world_tile(seen, x, y)] >> step & 1) != 0)
            return false;
    if (!world_fits(seen, x + dx, y + dy))
        return false;
    if (dx == 0 || dy == 0)
        return true;
    const int beside = (is_free(seen, x + dx, y) ? 1 : 0) + (is_free(seen, x, y + dy) ? 1 : 0);
    switch (seen->corners) {
    case FW_CORNERS_NEVER:
        return beside == 2;
    case FW_CORNERS_ONE:
        return beside >= 1;
    case FW_CORNERS_ALWAYS:
        return true;
    case FW_CORNERS_ORTHOGONAL:
        break;
    }
    return false;
}

static double cost_at(const world *seen, int32_t x, int32_t y)
{
    if (!may_enter(seen, x, y))
        return 0.0;
    const int32_t tile = world_tile(seen, x, y);
    return seen->cost[tile] + fmin(seen->added[tile] + fmin(seen->bytes[tile], 253) / 16, 255);
}

static double mean_of_free(double a, double b)
{
    return a > 0.0 && b > 0.0 ? (a + b) / 2.0 : a + b;
}

/// Cost under a point of a line that runs along (dx, dy), away from corners of tiles.
static double cost_under(const world *seen, double x, double y, int32_t dx, int32_t dy)
{
    const int32_t tile_x = (int32_t)floor(x);
    const int32_t tile_y = (int32_t)floor(y);
    const double here = cost_at(seen, tile_x, tile_y);
    if (dx == 0 && x == floor(x))
        return mean_of_free(here, cost_at(seen, tile_x - 1, tile_y));
    if (dy == 0 && y == floor(y))
        return mean_of_free(here, cost_at(seen, tile_x, tile_y - 1));
    return here;
}

double world_step_cost(const world *seen, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    const double from_x = x + seen->size / 2.0;
    const double from_y = y + seen->size / 2.0;
    // Lines between centres cross tiles' borders in the middle or at their ends: two samples are the integral.
    const double first = cost_under(seen, from_x + dx * 0.25, from_y + dy * 0.25, dx, dy);
    const double second = cost_under(seen, from_x + dx * 0.75, from_y + dy * 0.75, dx, dy);
    return (first + second) / 2.0 * sqrt((double)(dx * dx + dy * dy));
}

/// A place that Dijkstra visits: an anchor, and the step that led there where bends are counted.
typedef struct place {
    double cost;
    int32_t bends;
    bool closed;
} place;

static bool is_less(double cost, int32_t bends, const place *than)
{
    if (fabs(cost - than->cost) > SAME)
        return cost < than->cost;
    return bends < than->bends;
}

static int32_t least_open(const place *places, int32_t count)
{
    int32_t least = -1;
    for (int32_t i = 0; i < count; i++)
        if (!places[i].closed && places[i].cost < INFINITY &&
            (least < 0 || is_less(places[i].cost, places[i].bends, &places[least])))
            least = i;
    return least;
}

/// Dijkstra 1959, without a heap.
///
/// @param arrivals  1, or 9 to tell places by the step that led there
static void search(const world *seen, int32_t x, int32_t y, int32_t arrivals, distances *found)
{
    static place places[WORLD_TILES * (STEPS + 1)];
    const int32_t count = seen->width * seen->height * arrivals;
    for (int32_t i = 0; i < count; i++)
        places[i] = (place){ .cost = INFINITY };
    for (int32_t i = 0; i < WORLD_TILES; i++)
        found->cost[i] = INFINITY;
    places[world_tile(seen, x, y) * arrivals + (arrivals - 1)] = (place){ .cost = 0.0 };
    for (int32_t at = least_open(places, count); at >= 0; at = least_open(places, count)) {
        place *from = &places[at];
        from->closed = true;
        const int32_t tile = at / arrivals;
        if (is_less(from->cost, from->bends, &(place){ found->cost[tile], found->bends[tile], false })) {
            found->cost[tile] = from->cost;
            found->bends[tile] = from->bends;
        }
        for (int step = 0; step < STEPS; step++) {
            const int32_t here_x = tile % seen->width;
            const int32_t here_y = tile / seen->width;
            if (!world_may_step(seen, here_x, here_y, step_x[step], step_y[step]))
                continue;
            const double cost =
                from->cost + world_step_cost(seen, here_x, here_y, step_x[step], step_y[step]);
            const int arrival = at % arrivals;
            const bool bends = arrivals > 1 && arrival != ANY_STEP && arrival != step;
            place *to = &places[world_tile(seen, here_x + step_x[step], here_y + step_y[step]) * arrivals +
                                (arrivals > 1 ? step : 0)];
            if (!to->closed && is_less(cost, from->bends + bends, to)) {
                to->cost = cost;
                to->bends = from->bends + bends;
            }
        }
    }
}

void world_search(const world *seen, int32_t x, int32_t y, distances *found)
{
    search(seen, x, y, 1, found);
}

void world_search_with_bends(const world *seen, int32_t x, int32_t y, distances *found)
{
    search(seen, x, y, STEPS + 1, found);
}

static int32_t sign_of(double value)
{
    return value > 0.0 ? 1 : value < 0.0 ? -1 : 0;
}

/// Walks along one segment of a path.
static double walk_segment(const world *seen, const fw_segment *line, double to_x, double to_y, int32_t *x,
                           int32_t *y)
{
    const int32_t dx = sign_of(to_x - line->start.x);
    const int32_t dy = sign_of(to_y - line->start.y);
    double cost = 0.0;
    double length = 0.0;
    assert_true(line->curvature == 0.0);
    assert_true(line->start.x == *x + seen->size / 2.0 && line->start.y == *y + seen->size / 2.0);
    while (*x + seen->size / 2.0 != to_x || *y + seen->size / 2.0 != to_y) {
        assert_true(world_may_step(seen, *x, *y, dx, dy));
        cost += world_step_cost(seen, *x, *y, dx, dy);
        length += sqrt((double)(dx * dx + dy * dy));
        *x += dx;
        *y += dy;
    }
    assert_near(line->length, length, 1e-9);
    return cost;
}

double world_walk(const world *seen, const fw_path *path, int32_t from_x, int32_t from_y, int32_t to_x,
                  int32_t to_y, int32_t *bends)
{
    int32_t count = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    fw_pose end;
    assert_true(count >= 1);
    assert_int_equal(fw_path_pose_at(path, fw_path_length(path), &end), FW_OK);
    int32_t x = from_x;
    int32_t y = from_y;
    double cost = 0.0;
    assert_true(world_fits(seen, x, y));
    for (int32_t i = 0; i < count; i++) {
        const fw_pose to = i + 1 < count ? segments[i + 1].start : end;
        cost += walk_segment(seen, &segments[i], round(2.0 * to.x) / 2.0, round(2.0 * to.y) / 2.0, &x, &y);
    }
    assert_int_equal(x, to_x);
    assert_int_equal(y, to_y);
    if (bends)
        *bends = count - 1;
    return cost;
}
