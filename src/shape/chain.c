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

static fw_result cut_where_costs_change(chain_room *in, memory *from, const way_rules *by,
                                        const shape_points *way)
{
    for (; in->next < way->count; in->next++) {
        const shape_point begin = way->items[in->next - 1], end = way->items[in->next];
        if (shaping_pauses(by->on.work))
            return FW_PENDING;
        shaping_charge(by->on.work, way_length(begin, end));
        if (cut_line(&in->cut, from, by, begin, end) != FW_OK)
            return FW_NO_MEMORY;
    }
    return memory_reserve(from, &in->steps, &in->step_room, (size_t)in->cut.count, sizeof *in->steps);
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

/// Finds the cheapest chain, and keeps only its points.
static fw_result keep_cheapest_chain(chain_room *in, const way_rules *by)
{
    chain_step *steps = in->steps;
    shape_point *points = in->cut.items;
    const int32_t count = in->cut.count;
    steps[0] = (chain_step){ 0 };
    for (; in->next < count; in->next++) {
        if (shaping_pauses(by->on.work))
            return FW_PENDING;
        steps[in->next] = best_step(steps, by, points, in->next);
    }
    for (int32_t i = count - 1; i > 0; i = steps[i].from)
        steps[steps[i].from].next = i;
    int32_t kept = 0;
    for (int32_t i = 0; i < count - 1; i = steps[i].next)
        points[kept++] = points[i];
    points[kept++] = points[count - 1];
    in->cut.count = kept;
    return FW_OK;
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

/// Moves all points, one round after the other.
static fw_result move_points(chain_room *in, const way_rules *by)
{
    for (; in->round < MOVES; in->round++, in->next = 1)
        for (; in->next + 1 < in->cut.count; in->next++) {
            if (shaping_pauses(by->on.work))
                return FW_PENDING;
            move_point(by, &in->cut.items[in->next], moves[in->round]);
        }
    return FW_OK;
}

fw_result chain_begin(chain_room *in, memory *from, const shape_points *way)
{
    in->phase = CHAIN_CUT;
    in->next = 1;
    in->round = 0;
    in->cut.count = 0;
    return shape_points_add(&in->cut, from, way->items[0]);
}

fw_result chain_go_on(chain_room *in, memory *from, const way_rules *by, shape_points *way)
{
    for (;; in->phase++, in->next = 1) {
        const fw_result stepped = in->phase == CHAIN_CUT    ? cut_where_costs_change(in, from, by, way)
                                  : in->phase == CHAIN_MOVE ? move_points(in, by)
                                                            : keep_cheapest_chain(in, by);
        if (stepped != FW_OK)
            return stepped;
        if (in->phase == CHAIN_KEEP_AGAIN)
            break;
    }
    shape_points_swap(way, &in->cut);
    return FW_OK;
}

void chain_free(chain_room *in, memory *from)
{
    memory_give_back(from, in->cut.items, in->cut.room, sizeof *in->cut.items);
    memory_give_back(from, in->steps, in->step_room, sizeof *in->steps);
}
