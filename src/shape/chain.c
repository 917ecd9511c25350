#include "shape/chain.h"

#include "curve/line_cost.h"
#include "curve/tile_walk.h"

/// How many points a line of the chain may leave out, less one.
enum { WINDOW = 12 };

/// Points are moved by these distances, one round each.
static const double moves[] = { 0.5, 0.25, 0.5, 0.25, 0.125, 0.0625, 0.03125 };
enum { MOVES = sizeof moves / sizeof *moves };

/// Gains below this are rounding.
#define NO_GAIN 1e-9

/// Adds the places where a line comes to tiles of another cost, and its end.
static fw_result cut_line(shape_points *cut, memory *from, const way_rules *by, shape_point begin,
                          shape_point end)
{
    const smooth_ground *on = &by->on;
    tile_walk walk =
        tile_walk_along(begin.x + by->lift, begin.y + by->lift, end.x + by->lift, end.y + by->lift);
    double cost = -1, done = 0;
    while (tile_walk_next(&walk)) {
        const double here = tile_cost(on->map, on->unit, on->overlay, walk.x, walk.y);
        const shape_point at = { begin.x + done * (end.x - begin.x), begin.y + done * (end.y - begin.y) };
        if (here != cost && done > 0 && shape_points_add(cut, from, at) != FW_OK)
            return FW_NO_MEMORY;
        cost = here;
        done = walk.done;
    }
    return shape_points_add(cut, from, end);
}

static fw_result cut_where_costs_change(shape_points *cut, memory *from, const way_rules *by,
                                        const shape_points *way)
{
    cut->count = 0;
    if (shape_points_add(cut, from, way->items[0]) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t i = 1; i < way->count; i++)
        if (cut_line(cut, from, by, way->items[i - 1], way->items[i]) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

/// The cheapest way to come to a point from one of those before it. The line from the last one is part of the way as it
/// was, and needs no test.
static chain_step best_step(const chain_step *steps, const way_rules *by, const shape_point *points,
                            int32_t to)
{
    const double least = by->on.unit->cheapest / (double)COST_ONE;
    chain_step best = { .cost = steps[to - 1].cost + way_cost(by, points[to - 1], points[to]),
                        .from = to - 1 };
    for (int32_t from = to - 2; from >= 0 && from >= to - WINDOW; from--) {
        if (steps[from].cost + way_length(points[from], points[to]) * least >= best.cost)
            continue;
        const double cost = steps[from].cost + way_cost(by, points[from], points[to]);
        if (cost < best.cost && way_is_free(by, points[from], points[to]))
            best = (chain_step){ .cost = cost, .from = from };
    }
    return best;
}

/// Keeps the points of the cheapest chain. @return how many
static int32_t keep_cheapest_chain(chain_step *steps, const way_rules *by, shape_point *points, int32_t count)
{
    steps[0] = (chain_step){ 0 };
    for (int32_t i = 1; i < count; i++)
        steps[i] = best_step(steps, by, points, i);
    for (int32_t i = count - 1; i > 0; i = steps[i].from)
        steps[steps[i].from].next = i;
    int32_t kept = 0;
    for (int32_t i = 0; i < count - 1; i = steps[i].next)
        points[kept++] = points[i];
    points[kept++] = points[count - 1];
    return kept;
}

/// Moves a point by a distance along one of the axes or both, to where that saves most.
static void move_point(const way_rules *by, shape_point *at, double distance)
{
    const shape_point before = at[-1], after = at[1];
    double best = way_cost(by, before, *at) + way_cost(by, *at, after) - NO_GAIN;
    shape_point moved = *at;
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++) {
            const shape_point to = { at->x + x * distance, at->y + y * distance };
            const double cost = way_cost(by, before, to) + way_cost(by, to, after);
            if (cost < best && way_is_free(by, before, to) && way_is_free(by, to, after)) {
                best = cost;
                moved = to;
            }
        }
    *at = moved;
}

fw_result chain_cheapen(chain_room *in, memory *from, const way_rules *by, shape_points *way)
{
    shape_points *cut = &in->cut;
    if (cut_where_costs_change(cut, from, by, way) != FW_OK ||
        memory_reserve(from, &in->steps, &in->step_room, (size_t)cut->count, sizeof *in->steps))
        return FW_NO_MEMORY;
    cut->count = keep_cheapest_chain(in->steps, by, cut->items, cut->count);
    for (int round = 0; round < MOVES; round++)
        for (int32_t i = 1; i + 1 < cut->count; i++)
            move_point(by, &cut->items[i], moves[round]);
    cut->count = keep_cheapest_chain(in->steps, by, cut->items, cut->count);
    const shape_points before = *way;
    *way = *cut;
    *cut = before;
    return FW_OK;
}

void chain_free(chain_room *in, memory *from)
{
    memory_give_back(from, in->cut.items, in->cut.room, sizeof *in->cut.items);
    memory_give_back(from, in->steps, in->step_room, sizeof *in->steps);
}
