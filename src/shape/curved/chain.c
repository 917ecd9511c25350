#include "shape/curved/chain.h"

#include "curve/line_cost.h"
#include "curve/tile_walk.h"

/// A line of the chain leads to a point from one of this many points before it.
enum { WINDOW = 12 };

/// Distances by which points are moved, one round each.
static const double distances[] = { 0.5, 0.25, 0.5, 0.25, 0.125, 0.0625, 0.03125 };
enum { ROUNDS = sizeof distances / sizeof *distances };

/// Smaller gains may be rounding errors.
#define NO_GAIN 1e-9

/// Adds the points where a line enters tiles of another cost, and its end.
static fw_result cut_line(shape_points *cut, memory *memory, const way_rules *rules, vector begin, vector end)
{
    const smooth_ground *ground = &rules->ground;
    tile_walk walk = tile_walk_along(begin.x + rules->lift, begin.y + rules->lift, end.x + rules->lift,
                                     end.y + rules->lift);
    double cost = -1, done = 0;
    while (tile_walk_next(&walk)) {
        const double here = tile_cost(ground->map, ground->unit, ground->overlay, walk.x, walk.y);
        const vector at = { begin.x + done * (end.x - begin.x), begin.y + done * (end.y - begin.y) };
        if (here != cost && done > 0 && shape_points_add(cut, memory, at) != FW_OK)
            return FW_NO_MEMORY;
        cost = here;
        done = walk.done;
    }
    return shape_points_add(cut, memory, end);
}

static fw_result cut_where_costs_change(chain_pass *pass, memory *memory, const way_rules *rules,
                                        const shape_points *way)
{
    for (; pass->next < way->count; pass->next++) {
        const vector begin = way->items[pass->next - 1], end = way->items[pass->next];
        if (shaping_pauses(rules->ground.work))
            return FW_PENDING;
        shaping_charge(rules->ground.work, vector_distance(begin, end));
        if (cut_line(&pass->cut, memory, rules, begin, end) != FW_OK)
            return FW_NO_MEMORY;
    }
    return MEMORY_RESERVE(memory, pass->steps, pass->step_room, (size_t)pass->cut.count);
}

/// The cheapest line to a point from one of the points before it. The line from the last of these is a part of the old
/// way, and needs no check.
static chain_step best_step(const chain_step *steps, const way_rules *rules, const vector *points, int32_t to)
{
    const double least = rules->ground.unit->cheapest / (double)COST_ONE;
    chain_step best = { .cost = steps[to - 1].cost + way_cost(rules, points[to - 1], points[to]),
                        .from = to - 1 };
    for (int32_t from = to - 2; from >= 0 && from >= to - WINDOW; from--) {
        if (steps[from].cost + vector_distance(points[from], points[to]) * least >= best.cost)
            continue;
        const double cost = steps[from].cost + way_cost(rules, points[from], points[to]);
        if (cost < best.cost && way_is_free(rules, points[from], points[to]))
            best = (chain_step){ .cost = cost, .from = from };
    }
    return best;
}

/// Finds the cheapest chain, and keeps only its points.
static fw_result keep_cheapest_chain(chain_pass *pass, const way_rules *rules)
{
    chain_step *steps = pass->steps;
    vector *points = pass->cut.items;
    const int32_t count = pass->cut.count;
    steps[0] = (chain_step){ 0 };
    for (; pass->next < count; pass->next++) {
        if (shaping_pauses(rules->ground.work))
            return FW_PENDING;
        steps[pass->next] = best_step(steps, rules, points, pass->next);
    }
    for (int32_t i = count - 1; i > 0; i = steps[i].from)
        steps[steps[i].from].next = i;
    int32_t kept = 0;
    for (int32_t i = 0; i < count - 1; i = steps[i].next)
        points[kept++] = points[i];
    points[kept++] = points[count - 1];
    pass->cut.count = kept;
    return FW_OK;
}

/// Moves a point by a distance along one or both axes, in the direction that saves most.
static void move_point(const way_rules *rules, vector *at, double distance)
{
    const vector before = at[-1], after = at[1];
    double best = way_cost(rules, before, *at) + way_cost(rules, *at, after) - NO_GAIN;
    vector moved = *at;
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++) {
            const vector to = { at->x + x * distance, at->y + y * distance };
            const double cost = way_cost(rules, before, to) + way_cost(rules, to, after);
            if (cost < best && way_is_free(rules, before, to) && way_is_free(rules, to, after)) {
                best = cost;
                moved = to;
            }
        }
    *at = moved;
}

/// Moves all points, one round after the other.
static fw_result move_points(chain_pass *pass, const way_rules *rules)
{
    for (; pass->round < ROUNDS; pass->round++, pass->next = 1)
        for (; pass->next + 1 < pass->cut.count; pass->next++) {
            if (shaping_pauses(rules->ground.work))
                return FW_PENDING;
            move_point(rules, &pass->cut.items[pass->next], distances[pass->round]);
        }
    return FW_OK;
}

fw_result chain_begin(chain_pass *pass, memory *memory, const shape_points *way)
{
    pass->phase = CHAIN_CUT;
    pass->next = 1;
    pass->round = 0;
    pass->cut.count = 0;
    return shape_points_add(&pass->cut, memory, way->items[0]);
}

fw_result chain_continue(chain_pass *pass, memory *memory, const way_rules *rules, shape_points *way)
{
    for (;; pass->phase++, pass->next = 1) {
        const fw_result stepped = pass->phase == CHAIN_CUT ? cut_where_costs_change(pass, memory, rules, way)
                                  : pass->phase == CHAIN_MOVE ? move_points(pass, rules)
                                                              : keep_cheapest_chain(pass, rules);
        if (stepped != FW_OK)
            return stepped;
        if (pass->phase == CHAIN_KEEP_AGAIN)
            break;
    }
    shape_points_swap(way, &pass->cut);
    return FW_OK;
}
