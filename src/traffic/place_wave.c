#include "traffic/place_wave.h"

#include <math.h>

#include "curve/sweep_line.h"
#include "traffic/place_turns.h"

/// Points of the grid to a radius, at least. Their distance is a half of a tile, halved: the middle of a passage lies
/// on multiples of half a tile.
#define FINENESS   3.0
#define LEAST_STEP (1.0 / 64)

/// Most points of a window. Places farther away are not found.
enum { MOST_POINTS = 1 << 22 };

/// The root of points that see the goal; no point has a greater number.
enum { ROOT_IS_GOAL = (1 << 30) - 1 };

/// A point of the grid.
typedef struct wave_point {
    float way;             ///< length of its way to the goal, in tiles; infinite: it was not reached
    uint32_t root : 30;    ///< the point that it sees on its way to the goal
    uint32_t is_over : 1;  ///< its way is the shortest one
    uint32_t is_taken : 1; ///< a body there would be too near to a place
} wave_point;

typedef struct wave {
    free_search *search;
    fw_traffic *traffic;
    double step;           ///< of the grid, in tiles
    int32_t left, top;     ///< of the window, in steps
    int32_t width, height; ///< of the window, in points
    bool is_cut;           ///< the wave has reached the border of the window
    bool goal_is_taken;
    wave_point *points; ///< [row][column]
    int32_t turn_count; ///< points that wait for their turn
} wave;

static way_point place_of(const wave *wave, int32_t point)
{
    if (point == ROOT_IS_GOAL)
        return (way_point){ wave->search->x, wave->search->y };
    return (way_point){ (wave->left + point % wave->width) * wave->step,
                        (wave->top + point / wave->width) * wave->step };
}

/// Marks the points nearer to a place than a distance as taken.
static void take_around(wave *wave, double x, double y, double reach)
{
    const double step = wave->step;
    const int32_t first = (int32_t)ceil(larger((y - reach) / step - wave->top, 0)),
                  last = (int32_t)floor(smaller((y + reach) / step - wave->top, wave->height - 1));
    for (int32_t row = first; row <= last; row++) {
        const double dy = (wave->top + row) * step - y, half = sqrt(larger(reach * reach - dy * dy, 0));
        const int32_t from = (int32_t)ceil(larger((x - half) / step - wave->left, 0)),
                      to = (int32_t)floor(smaller((x + half) / step - wave->left, wave->width - 1));
        for (int32_t column = from; column <= to; column++)
            wave->points[row * wave->width + column].is_taken = true;
    }
    wave->goal_is_taken = wave->goal_is_taken || apart(x, y, wave->search->x, wave->search->y) < reach;
}

/// Marks what the places of all units take.
static void take_places(wave *wave)
{
    const fw_traffic *traffic = wave->traffic;
    const agent_kind *kind = wave->search->kind;
    const double reach = free_places_gap(kind, traffic->crowd.most_radius), left = wave->left * wave->step,
                 top = wave->top * wave->step;
    const fw_box box = { left - reach, top - reach, left + wave->width * wave->step + reach,
                         top + wave->height * wave->step + reach };
    const int32_t count = points_in(&traffic->rally.places, &box, traffic->rally.listed);
    for (int32_t i = 0; i < count; i++) {
        const uint32_t slot = traffic->rally.listed[i];
        const indexed_point *at = &traffic->rally.places.points[slot];
        if ((traffic->agents[slot].regard.layers & wave->search->layers) != 0)
            take_around(wave, at->x, at->y,
                        free_places_gap(kind, radius_of(traffic, &traffic->agents[slot])));
    }
}

static bool sees(const wave *wave, way_point from, way_point to)
{
    const agent_kind *kind = wave->search->kind;
    return sweep_line_is_free(&kind->ground, &kind->body, from.x, from.y, to.x, to.y);
}

/// Reaches a point that sees a root, unless the point has a shorter way.
static fw_result reach(wave *wave, int32_t point, int32_t root)
{
    const way_point at = place_of(wave, point), from = place_of(wave, root);
    const double rest = root == ROOT_IS_GOAL ? 0 : (double)wave->points[root].way;
    const float way = (float)(rest + apart(at.x, at.y, from.x, from.y));
    wave_point *to = &wave->points[point];
    if (way >= to->way)
        return FW_OK;
    to->way = way;
    to->root = (uint32_t)root & ROOT_IS_GOAL;
    return place_turns_push(wave->traffic, &wave->turn_count, (place_turn){ way, point });
}

/// Reaches a point straight from the root of its neighbour, or else from this neighbour.
static fw_result reach_from(wave *wave, int32_t before, int32_t point)
{
    const int32_t root = wave->points[before].root;
    const way_point at = place_of(wave, point);
    if (sees(wave, place_of(wave, root), at))
        return reach(wave, point, root);
    return sees(wave, place_of(wave, before), at) ? reach(wave, point, before) : FW_OK;
}

/// Reaches the points around the goal that it sees.
static fw_result begin(wave *wave)
{
    const free_search *search = wave->search;
    const way_point goal = { search->x, search->y };
    const int32_t column = (int32_t)floor(goal.x / wave->step) - wave->left,
                  row = (int32_t)floor(goal.y / wave->step) - wave->top;
    for (int32_t i = row - 1; i <= row + 2; i++)
        for (int32_t j = column - 1; j <= column + 2; j++) {
            const int32_t point = i * wave->width + j;
            if (sees(wave, goal, place_of(wave, point)) && reach(wave, point, ROOT_IS_GOAL) != FW_OK)
                return FW_NO_MEMORY;
        }
    return FW_OK;
}

/// Reaches the neighbours of a point.
static fw_result spread(wave *wave, int32_t point)
{
    const int32_t column = point % wave->width, row = point / wave->width;
    const int32_t steps[] = { 1, wave->width, -1, -wave->width };
    if (column == 0 || row == 0 || column + 1 == wave->width || row + 1 == wave->height) {
        wave->is_cut = true;
        return FW_OK;
    }
    for (int i = 0; i < 4; i++)
        if (!wave->points[point + steps[i]].is_over && reach_from(wave, point, point + steps[i]) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

/// Takes a place, so that no other one is too near.
static void take(wave *wave, way_point place)
{
    free_search *search = wave->search;
    search->places[search->found++] = place;
    take_around(wave, place.x, place.y, free_places_gap(search->kind, search->kind->radius));
}

static fw_result run(wave *wave)
{
    free_search *search = wave->search;
    search->found = 0;
    if (!wave->goal_is_taken && !free_places_is_at_obstacle(search, search->x, search->y))
        take(wave, (way_point){ search->x, search->y });
    fw_result result = begin(wave);
    while (result == FW_OK && wave->turn_count > 0 && search->found < search->count && !wave->is_cut) {
        const int32_t next = place_turns_pop(wave->traffic, &wave->turn_count).point;
        wave_point *point = &wave->points[next];
        if (point->is_over)
            continue;
        point->is_over = true;
        const way_point at = place_of(wave, next);
        if (!point->is_taken && !free_places_is_at_obstacle(search, at.x, at.y))
            take(wave, place_of(wave, next));
        result = spread(wave, next);
    }
    return result;
}

/// Opens a window of so many tiles around the goal.
static fw_result open_window(wave *wave, double half)
{
    fw_traffic *traffic = wave->traffic;
    const free_search *search = wave->search;
    wave->left = (int32_t)floor((search->x - half) / wave->step);
    wave->top = (int32_t)floor((search->y - half) / wave->step);
    wave->width = (int32_t)ceil((search->x + half) / wave->step) - wave->left + 1;
    wave->height = (int32_t)ceil((search->y + half) / wave->step) - wave->top + 1;
    const size_t count = (size_t)wave->width * (size_t)wave->height;
    if (traffic_reserve_scratch(traffic, count, sizeof *wave->points) != FW_OK)
        return FW_NO_MEMORY;
    wave->points = traffic->work.scratch;
    for (size_t i = 0; i < count; i++)
        wave->points[i] = (wave_point){ .way = INFINITY };
    wave->is_cut = wave->goal_is_taken = false;
    wave->turn_count = 0;
    take_places(wave);
    return FW_OK;
}

fw_result place_wave_find(free_search *search)
{
    const agent_kind *kind = search->kind;
    wave wave = { .search = search, .traffic = search->traffic, .step = 0.5 };
    while (wave.step * FINENESS > kind->radius && wave.step > LEAST_STEP)
        wave.step /= 2;
    double half = free_places_gap(kind, kind->radius) * (sqrt((double)search->count) + 1.5);
    for (double side = 0; side * side <= MOST_POINTS; half *= 2, side = 2 * half / wave.step + 4) {
        if (open_window(&wave, half) != FW_OK || run(&wave) != FW_OK)
            return FW_NO_MEMORY;
        if (search->found == search->count || !wave.is_cut)
            break;
    }
    return FW_OK;
}
