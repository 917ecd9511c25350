#include "common/plain_map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/unit.h"

enum { STEPS = 8 };

static const int32_t step_x[STEPS] = { 1, 1, 0, -1, -1, -1, 0, 1 };
static const int32_t step_y[STEPS] = { 0, 1, 1, 1, 0, -1, -1, -1 };

/// Memory for `count` elements, zeroed.
static void *zeroed(size_t count, size_t bytes)
{
    void *made = calloc(count, bytes);
    assert_non_null(made);
    return made;
}

plain_map plain_map_of(int32_t width, int32_t height, uint8_t terrain)
{
    plain_map map = { width, height, zeroed((size_t)width * (size_t)height, 1) };
    memset(map.terrains, terrain, (size_t)width * (size_t)height);
    return map;
}

plain_map plain_map_copy(const plain_map *map)
{
    plain_map copy = plain_map_of(map->width, map->height, 0);
    memcpy(copy.terrains, map->terrains, (size_t)map->width * (size_t)map->height);
    return copy;
}

void plain_map_free(plain_map *map)
{
    free(map->terrains);
    map->terrains = NULL;
}

void plain_map_fill(plain_map *map, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t terrain)
{
    for (int32_t row = y < 0 ? 0 : y; row < y + height && row < map->height; row++)
        for (int32_t column = x < 0 ? 0 : x; column < x + width && column < map->width; column++)
            map->terrains[row * map->width + column] = terrain;
}

double plain_distance(const plain_map *map, uint32_t capability, double x, double y)
{
    double best = fmin(fmin(x, map->width - x), fmin(y, map->height - y));
    for (int32_t row = 0; row < map->height; row++)
        for (int32_t column = 0; column < map->width; column++) {
            const uint8_t terrain = map->terrains[row * map->width + column];
            if (terrain == FW_BLOCKED || !(capability >> terrain & 1))
                best = fmin(best, hypot(fmax(fmax(column - x, x - column - 1), 0),
                                        fmax(fmax(row - y, y - row - 1), 0)));
        }
    return fmax(best, 0);
}

/// Cost of a tile; 0 outside the map.
static double cost_at(const plain_view *view, int32_t x, int32_t y)
{
    if (x < 0 || y < 0 || x >= view->width || y >= view->height)
        return 0.0;
    return view->cost[y * view->width + x];
}

static bool fits(const plain_view *view, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < view->width && y < view->height && view->fits[y * view->width + x];
}

static bool may_step(const plain_view *view, int32_t x, int32_t y, int step)
{
    const int32_t dx = step_x[step], dy = step_y[step];
    if (!fits(view, x + dx, y + dy))
        return false;
    if (dx == 0 || dy == 0)
        return true;
    const int free_sides = fits(view, x + dx, y) + fits(view, x, y + dy);
    switch (view->unit.corners) {
    case FW_CORNERS_NEVER:
        return free_sides == 2;
    case FW_CORNERS_ONE:
        return free_sides >= 1;
    case FW_CORNERS_ALWAYS:
        return true;
    case FW_CORNERS_ORTHOGONAL:
        break;
    }
    return false;
}

/// Counts the tiles in the way of each anchor by sums over rectangles that begin at the north-west corner.
static void find_fits(plain_view *view)
{
    const int32_t across = view->width + 1, size = view->unit.size;
    int32_t *walls = zeroed((size_t)across * (size_t)(view->height + 1), sizeof *walls);
    for (int32_t y = 1; y <= view->height; y++)
        for (int32_t x = 1; x <= view->width; x++)
            walls[y * across + x] = (cost_at(view, x - 1, y - 1) <= 0.0) + walls[(y - 1) * across + x] +
                                    walls[y * across + x - 1] - walls[(y - 1) * across + x - 1];
    for (int32_t y = 0; y + size <= view->height; y++)
        for (int32_t x = 0; x + size <= view->width; x++)
            view->fits[y * view->width + x] = walls[(y + size) * across + x + size] -
                                                  walls[y * across + x + size] -
                                                  walls[(y + size) * across + x] + walls[y * across + x] ==
                                              0;
    free(walls);
}

/// Gives each set of connected anchors a number from 1 on. All steps can be taken back.
static void find_regions(plain_view *view)
{
    const int32_t tiles = view->width * view->height;
    int32_t *queue = zeroed((size_t)tiles, sizeof *queue);
    for (int32_t first = 0, regions = 0; first < tiles; first++) {
        if (!view->fits[first] || view->region[first])
            continue;
        int32_t begin = 0, end = 0;
        view->region[first] = ++regions;
        queue[end++] = first;
        while (begin < end) {
            const int32_t x = queue[begin] % view->width, y = queue[begin] / view->width;
            begin++;
            for (int step = 0; step < STEPS; step++) {
                const int32_t to = (y + step_y[step]) * view->width + x + step_x[step];
                if (!may_step(view, x, y, step) || view->region[to])
                    continue;
                view->region[to] = regions;
                queue[end++] = to;
            }
        }
    }
    free(queue);
}

plain_view plain_view_of(const plain_map *map, const fw_unit_def *unit)
{
    const size_t tiles = (size_t)map->width * (size_t)map->height;
    plain_view view = { map->width,
                        map->height,
                        *unit,
                        zeroed(tiles, sizeof *view.cost),
                        zeroed(tiles, sizeof *view.fits),
                        zeroed(tiles, sizeof *view.region) };
    for (size_t tile = 0; tile < tiles; tile++)
        view.cost[tile] = round((double)unit->terrain_cost[map->terrains[tile]] * 256.0) / 256.0;
    find_fits(&view);
    find_regions(&view);
    return view;
}

void plain_view_free(plain_view *view)
{
    free(view->cost);
    free(view->fits);
    free(view->region);
}

static double mean_of_free(double a, double b)
{
    return a > 0.0 && b > 0.0 ? (a + b) / 2.0 : a + b;
}

/// Cost under a point of a line that runs along (dx, dy), away from corners of tiles.
static double cost_under(const plain_view *view, double x, double y, int32_t dx, int32_t dy)
{
    const int32_t tile_x = (int32_t)floor(x), tile_y = (int32_t)floor(y);
    const double here = cost_at(view, tile_x, tile_y);
    if (dx == 0 && x == floor(x))
        return mean_of_free(here, cost_at(view, tile_x - 1, tile_y));
    if (dy == 0 && y == floor(y))
        return mean_of_free(here, cost_at(view, tile_x, tile_y - 1));
    return here;
}

static double step_cost(const plain_view *view, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    const double from_x = x + view->unit.size / 2.0, from_y = y + view->unit.size / 2.0;
    // Lines between centres cross tiles' borders in the middle or at their ends: two samples are the integral.
    const double first = cost_under(view, from_x + dx * 0.25, from_y + dy * 0.25, dx, dy);
    const double second = cost_under(view, from_x + dx * 0.75, from_y + dy * 0.75, dx, dy);
    return (first + second) / 2.0 * sqrt((double)(dx * dx + dy * dy));
}

/// An anchor that was reached at a cost. A heap of them may hold an anchor more than once.
typedef struct arrival {
    double cost;
    int32_t anchor;
} arrival;

static void heap_push(arrival *heap, int32_t *count, arrival pushed)
{
    int32_t at = (*count)++;
    for (; at > 0 && heap[(at - 1) / 2].cost > pushed.cost; at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = pushed;
}

static arrival heap_pop(arrival *heap, int32_t *count)
{
    const arrival least = heap[0], last = heap[--*count];
    int32_t at = 0;
    for (;;) {
        int32_t child = 2 * at + 1;
        if (child + 1 < *count && heap[child + 1].cost < heap[child].cost)
            child++;
        if (child >= *count || heap[child].cost >= last.cost)
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return least;
}

double plain_cheapest(const plain_view *view, int32_t from_x, int32_t from_y, int32_t to_x, int32_t to_y)
{
    const int32_t tiles = view->width * view->height, goal = to_y * view->width + to_x;
    arrival *heap = zeroed((size_t)tiles * STEPS + 1, sizeof *heap);
    double *cost = zeroed((size_t)tiles, sizeof *cost);
    int32_t count = 0;
    for (int32_t tile = 0; tile < tiles; tile++)
        cost[tile] = INFINITY;
    if (fits(view, from_x, from_y)) {
        cost[from_y * view->width + from_x] = 0.0;
        heap_push(heap, &count, (arrival){ 0.0, from_y * view->width + from_x });
    }
    while (count > 0) {
        const arrival here = heap_pop(heap, &count);
        if (here.anchor == goal)
            break;
        if (here.cost > cost[here.anchor])
            continue;
        const int32_t x = here.anchor % view->width, y = here.anchor / view->width;
        for (int step = 0; step < STEPS; step++) {
            if (!may_step(view, x, y, step))
                continue;
            const int32_t to = here.anchor + step_y[step] * view->width + step_x[step];
            const double there = here.cost + step_cost(view, x, y, step_x[step], step_y[step]);
            if (there < cost[to]) {
                cost[to] = there;
                heap_push(heap, &count, (arrival){ there, to });
            }
        }
    }
    const double found = cost[goal];
    free(heap);
    free(cost);
    return found;
}
